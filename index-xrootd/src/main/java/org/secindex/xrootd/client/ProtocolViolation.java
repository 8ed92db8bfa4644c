package org.secindex.xrootd.client;

/**
 * The peer broke the protocol: nothing more on this connection can be trusted, so it is dropped.
 */
final class ProtocolViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProtocolViolation(String message) {
    super(message);
  }
}

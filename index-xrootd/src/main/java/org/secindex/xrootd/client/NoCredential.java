package org.secindex.xrootd.client;

/** A method of authentication will not do; the message says why, without any secret. */
final class NoCredential extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoCredential(String why) {
    super(why);
  }
}

package org.secindex.api;

/**
 * Something stands at the address, but it is no index of this backend: nothing of ours is damaged,
 * and what is there is left alone.
 */
public final class NotAnIndexException extends CorruptIndexException {
  private static final long serialVersionUID = 1;

  /** The message must name the place, and say by what it was seen to be no index. */
  public NotAnIndexException(String message) {
    super(message);
  }
}

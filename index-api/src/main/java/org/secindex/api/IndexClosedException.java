package org.secindex.api;

/** An index, or a cursor of it, was used after the index had been closed. */
public class IndexClosedException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /** The message names the index. */
  public IndexClosedException(String index) {
    super(index + " has been closed");
  }
}

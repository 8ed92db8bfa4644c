package org.secindex.api;

/** Entries that must be in ascending key order are not. */
public class UnsortedInputException extends IndexException {
  private static final long serialVersionUID = 1;

  /** The message names the entry, its key and the key before. */
  public UnsortedInputException(String message) {
    super(message);
  }
}

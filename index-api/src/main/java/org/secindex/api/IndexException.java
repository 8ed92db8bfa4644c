package org.secindex.api;

import org.jspecify.annotations.Nullable;

/**
 * An index could not do what it was asked. The message says, in one or two lines that a user can
 * act on, which backend and operation, which key, file and offset, option or server, and what to
 * do.
 */
public class IndexException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** A failure that has no deeper cause. */
  public IndexException(String message) {
    super(message);
  }

  /** A failure with its cause. */
  public IndexException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

package org.secindex.api;

import org.jspecify.annotations.Nullable;

/**
 * A write may or may not have happened: the store stopped answering in between. Do not clean up.
 * Updates and removals may simply be run again.
 */
public class OutcomeUnknownException extends IndexException {
  private static final long serialVersionUID = 1;

  /** A failure with its cause. */
  public OutcomeUnknownException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

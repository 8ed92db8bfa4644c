package org.secindex.tide;

import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;

/**
 * A log cannot be read or written: the file cannot be had, is no TIDE log, or does not have what
 * was asked for. The message names the file, the offset where there is one, and what to do. Damage
 * within a log is a {@link Problem} instead, and does not end the reading.
 */
public class TideException extends IndexException {
  private static final long serialVersionUID = 1;

  /** A failure that has no deeper cause. */
  public TideException(String message) {
    super(message);
  }

  /** A failure with its cause. */
  public TideException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

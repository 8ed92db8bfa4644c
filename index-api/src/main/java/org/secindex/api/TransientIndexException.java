package org.secindex.api;

import org.jspecify.annotations.Nullable;

/**
 * A failure that may pass: a lost connection, a lock that was not granted in time, a server that is
 * starting. The same call may succeed later; nothing was changed by it.
 */
public class TransientIndexException extends IndexException {
  private static final long serialVersionUID = 1;

  /** A failure that has no deeper cause. */
  public TransientIndexException(String message) {
    super(message);
  }

  /** A failure with its cause. */
  public TransientIndexException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

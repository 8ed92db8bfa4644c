package org.secindex.api;

import org.jspecify.annotations.Nullable;

/**
 * What is stored is damaged, cut, or no index at all ({@link NotAnIndexException}). Other parts of
 * the index may still be readable; {@link SecondaryIndex#verify} lists all damage.
 */
public class CorruptIndexException extends IndexException {
  private static final long serialVersionUID = 1;

  /**
   * The message must name the file (or table), the offset where there is one, and what was found.
   */
  public CorruptIndexException(String message) {
    super(message);
  }

  /** A failure with its cause. */
  public CorruptIndexException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

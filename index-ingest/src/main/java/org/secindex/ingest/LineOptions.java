package org.secindex.ingest;

import org.secindex.api.IndexConfigException;

/**
 * Which lines of a file are no rows, and how strictly rows are compared with the first one. All of
 * it is declared, nothing guessed. {@link Format#BINARY} has no lines, and accepts the default
 * only.
 *
 * @param skip so many lines at the start of each file are left out unread
 * @param comment lines that begin with this are left out and counted, as {@code #}; empty: none are
 * @param header whether the first line that is neither skipped nor a comment names the columns
 * @param blankLines whether lines without a byte are left out and counted; otherwise they are bad
 *     rows
 * @param emptyTrailing whether a row may have more columns than the first one, or fewer, as long as
 *     those that only one of them has are empty
 */
public record LineOptions(
    int skip, String comment, boolean header, boolean blankLines, boolean emptyTrailing) {
  /** Nothing but rows and blank lines. */
  public static final LineOptions DEFAULT = new LineOptions(0, "", false, true, false);

  /** Checks the number and the prefix. */
  public LineOptions {
    if (skip < 0) {
      throw new IndexConfigException("lines to be skipped: " + skip + " is negative");
    }
    if (comment.chars().anyMatch(c -> c < ' ' || c > '~')) {
      throw new IndexConfigException(
          "the mark of comment lines: "
              + MalformedInputException.quote(comment)
              + " has other than printable ASCII characters");
    }
  }

  /** The same with another number of lines left out. */
  public LineOptions withSkip(int skip) {
    return new LineOptions(skip, comment, header, blankLines, emptyTrailing);
  }

  /** The same with another mark of comment lines. */
  public LineOptions withComment(String comment) {
    return new LineOptions(skip, comment, header, blankLines, emptyTrailing);
  }

  /** The same with or without a header line. */
  public LineOptions withHeader(boolean header) {
    return new LineOptions(skip, comment, header, blankLines, emptyTrailing);
  }

  /** The same with blank lines allowed or not. */
  public LineOptions withBlankLines(boolean blankLines) {
    return new LineOptions(skip, comment, header, blankLines, emptyTrailing);
  }

  /** The same with empty trailing columns allowed or not. */
  public LineOptions withEmptyTrailing(boolean emptyTrailing) {
    return new LineOptions(skip, comment, header, blankLines, emptyTrailing);
  }
}

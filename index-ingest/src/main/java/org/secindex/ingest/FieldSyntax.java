package org.secindex.ingest;

import org.jspecify.annotations.Nullable;

/**
 * How the fields of a line of text are written; for the rows of a file in their order, by one
 * thread.
 */
interface FieldSyntax {
  String LONE_CARRIAGE_RETURN =
      "a carriage return (\\x0D) without a line feed; lines must end with LF or CR LF";

  /**
   * Where a row that begins at {@code from} ends, behind its line end; -1 if not before {@code to}.
   */
  int endOfRow(byte[] b, int from, int to);

  /**
   * The last end of a row before {@code to}, if it can be told looking backward; {@code from} if
   * there is none, -1 if the rows have to be gone through from the first on.
   */
  int lastEndOfRow(byte[] b, int from, int to);

  /**
   * Begins {@code row}, and hands it the fields of the row that begins at {@code from}, and what is
   * wrong with them.
   *
   * @param to the end of all bytes; the row's line end is before it unless a quote or escape
   *     swallows it
   * @return where the row ends, behind its line end
   */
  int split(byte[] b, int from, int to, Row row);

  /**
   * What each byte is in a row without quotes and escapes, for {@link PlainRows}; null if that
   * depends on others.
   */
  byte @Nullable [] kinds();
}

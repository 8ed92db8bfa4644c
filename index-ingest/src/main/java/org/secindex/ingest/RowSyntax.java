package org.secindex.ingest;

import java.util.List;

/**
 * How rows and fields are told apart in bytes. Without state: pieces of a file may be parsed by
 * several threads at once.
 *
 * <p>All ranges of bytes begin at a row.
 */
interface RowSyntax {
  /** Where the first row ends, behind its line end; -1 if its end is not among these bytes. */
  int endOfFirstRow(byte[] b, int from, int to);

  /** Where the last whole row ends, behind its line end; {@code from} if there is none. */
  int endOfLastRow(byte[] b, int from, int to);

  /** Whether a comment begins here. */
  boolean isComment(byte[] b, int from, int to);

  /**
   * The fields of a header row, whose end is at {@code to}.
   *
   * @throws BadRowException if it is no row
   */
  List<String> names(byte[] b, int from, int to);

  /**
   * Parses all rows. The last one may lack its end only if the file ends with it.
   *
   * @param b at least 8 bytes longer than {@code to}
   */
  void parse(byte[] b, int from, int to, RowParser parser, ParsedRows into);
}

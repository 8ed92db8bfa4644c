package org.secindex.ingest;

import java.util.Locale;

/** How the fields of a row are written. All are read as bytes: no encoding is assumed. */
public enum Format {
  /**
   * Tab-separated, as MySQL's {@code SELECT ... INTO OUTFILE} writes it: a backslash takes the next
   * byte literally (a tab or line feed too), {@code \N} as a whole field is NULL, quotes have no
   * meaning. Rows end at LF or CR LF; a CR alone is an error.
   */
  TSV,

  /**
   * Comma-separated by RFC 4180, as FastCSV reads it: a field may stand in double quotes, and then
   * holds commas, line ends and doubled quotes; a quote inside of a field that does not begin with
   * one means nothing. Rows end at LF or CR LF; a CR alone, outside of quotes, is an error.
   */
  CSV,

  /**
   * Fields between runs of blanks and tabs, those at the start and the end of a line included; no
   * quotes, no escapes, no empty fields. Rows end at LF or CR LF; a CR alone is an error.
   */
  WHITESPACE,

  /**
   * Records of 16 bytes without anything between them: the key in 8 bytes, the chunk in 4 and the
   * subchunk in 4, all big-endian. The 64 bits of the key are those of the index's domain: two's
   * complement in a signed one. A chunk or subchunk with its first bit set is negative, and as such
   * refused. Columns have the numbers 1, 2 and 3; what a message calls the line is the number of
   * the record, from 1.
   */
  BINARY;

  /**
   * CSV for a name that ends in {@code .csv}, BINARY for {@code .bin}, TSV for any other; an end
   * that tells how the file is compressed, as {@code .gz}, is left aside.
   */
  public static Format ofFileName(String name) {
    String lower = Codec.withoutSuffix(name).toLowerCase(Locale.ROOT);
    return lower.endsWith(".csv") ? CSV : lower.endsWith(".bin") ? BINARY : TSV;
  }

  RowSyntax syntax(LineOptions lines) {
    return switch (this) {
      case TSV -> new TextRows(TabFields::new, lines);
      case CSV -> new TextRows(CsvFields::new, lines);
      case WHITESPACE -> new TextRows(BlankFields::new, lines);
      case BINARY -> new BinaryRows();
    };
  }
}

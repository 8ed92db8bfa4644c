package org.secindex.ingest;

import java.util.Locale;

/** How the fields of a row are written. Both are read as bytes: no encoding is assumed. */
public enum Format {
  /**
   * Tab-separated, as MySQL's {@code SELECT ... INTO OUTFILE} writes it: a backslash takes the next
   * byte literally (a tab or line feed too), {@code \N} as a whole field is NULL, quotes have no
   * meaning. Rows end at LF or CR LF; a CR alone is an error.
   */
  TSV,

  /**
   * Comma-separated by RFC 4180: a field may stand in double quotes, and then holds commas, line
   * ends and doubled quotes. Rows end at LF or CR LF; a CR alone, outside of quotes, is an error.
   */
  CSV;

  /** CSV for a name that ends in {@code .csv} or {@code .csv.gz}, TSV for any other. */
  public static Format ofFileName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".csv") || lower.endsWith(".csv.gz") ? CSV : TSV;
  }
}

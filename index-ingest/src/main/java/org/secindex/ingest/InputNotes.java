package org.secindex.ingest;

import java.util.List;

/**
 * What was found in the inputs beside rows.
 *
 * @param blankLines lines without a byte, skipped
 * @param commentLines comments, skipped
 * @param badRows rows that could not be read, and went to {@link BadRows}
 * @param warnings what was remarkable, one line each
 */
public record InputNotes(long blankLines, long commentLines, long badRows, List<String> warnings) {
  /** Copies the list. */
  public InputNotes {
    warnings = List.copyOf(warnings);
  }
}

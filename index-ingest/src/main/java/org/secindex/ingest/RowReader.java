package org.secindex.ingest;

import java.io.IOException;
import java.util.List;
import org.secindex.api.EntryBatch;

/** Splits one file into rows and fields. */
interface RowReader {
  /**
   * Reads the first line as the names of the columns. To be called first, if at all.
   *
   * @throws MalformedInputException if there is none
   */
  List<String> readHeader() throws IOException;

  /** Says what to do with the rows. To be called before the first {@link #read}. */
  void start(RowParser parser, RowPlaces places);

  /**
   * Fills the batch from its start with the next rows, as many as fit or as are at hand.
   *
   * @return false at the end of the file, and then the batch is empty
   */
  boolean read(EntryBatch batch) throws IOException;

  /** The line that was read last, from 1. */
  long line();

  /** How many blank lines were skipped so far. */
  long blankLines();
}

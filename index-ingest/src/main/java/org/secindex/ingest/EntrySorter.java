package org.secindex.ingest;

import java.util.OptionalLong;
import org.secindex.api.EntryBatch;

/**
 * Brings rows into ascending key order. Rows are taken in input order, in which they are numbered
 * from 0; rows with the same key keep that order among themselves.
 *
 * <p>Rows that come in ascending order already cost no sorting. One thread at a time.
 */
interface EntrySorter extends AutoCloseable {
  /**
   * Takes the rows of this batch, which may be filled again afterwards.
   *
   * @throws org.secindex.api.IndexException if there is no room for them
   */
  void add(EntryBatch rows);

  /**
   * Ends the input. What is returned may be opened several times, one after the other, until this
   * sorter is closed.
   */
  SortedRows finish();

  /**
   * The number of the first row that is smaller than the one before it, as far as that is known;
   * for certain after {@link #finish}.
   */
  OptionalLong firstInversion();

  /** Whether the memory has not been enough so far. */
  boolean isOnDisk();

  /** How many bytes were written to temporary files. After {@link #finish}. */
  long spilledBytes();

  /** Releases all memory and files. */
  @Override
  void close();

  /** All rows, sorted. */
  interface SortedRows {
    /** Begins at the first row. */
    RowCursor open();
  }

  /** Rows by ascending key, and by ascending number where keys are equal. */
  interface RowCursor {
    /** Moves to the next row; false behind the last. */
    boolean next();

    /** The key. */
    long key();

    /** The chunk. */
    int chunkId();

    /** The subchunk. */
    int subChunkId();

    /** The number of the row in the input, from 0. */
    long row();
  }
}

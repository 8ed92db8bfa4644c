package org.secindex.ingest;

/**
 * Rows in order, read once from the first to the last: a stretch of columns at a time, which are
 * those of the next stretch after {@link #advance}.
 */
interface SortedRun {
  /** Moves to the first stretch, and then to the next; false behind the last. */
  boolean advance();

  /** Keys in the form of {@link org.secindex.api.KeyDomain#toSortOrder}. */
  long[] keys();

  int[] chunkIds();

  int[] subChunkIds();

  /** Where in the columns the stretch begins. */
  int start();

  /** Where it ends. */
  int end();

  /** The number in the whole input of the row at this position of the columns. */
  long row(int position);
}

package org.secindex.rocksdb;

/**
 * The sizes by which writing goes, measured; docs/rocksdb-writing.md has the figures.
 *
 * @param ingestFrom updates and removals of so many keys on are ingested, smaller ones go through
 *     the log. From some 50 000 on ingesting is faster, but each call leaves a file in level 0, and
 *     four of those are merged with all they overlap: below half a million entries, that costs more
 *     than is won
 * @param fileEntries entries of a table file: these take 10 to 20 MB
 * @param threads how many files are written at once
 */
record WriteSizes(int ingestFrom, int fileEntries, int threads) {
  private static final int MAX_THREADS = 4;

  /** For this machine. */
  static WriteSizes measured() {
    return new WriteSizes(
        1 << 19, 2 << 20, Math.min(Runtime.getRuntime().availableProcessors(), MAX_THREADS));
  }
}

package org.secindex.bench;

import java.util.List;

/**
 * How big a TIDE log is.
 *
 * @param chunks how many
 * @param entriesPerChunk in each
 * @param entryBytes of payload in each entry
 */
public record TideShape(int chunks, int entriesPerChunk, int entryBytes) {
  private static final int CHUNK_HEADER = 37;
  private static final int ENTRY_HEADER = 16;
  private static final int INDEX_HEADER = 20;
  private static final int INDEX_ENTRY = 20;

  /** Of these several threads scan a log: blocks, INDX included, have a megabyte in the mean. */
  private static final long LEAST_LARGE_CHUNK = 2 << 20;

  private static final long LARGE_CHUNK = 4 << 20;
  private static final long SMALL_CHUNK = 64 << 10;
  private static final long REHEARSAL = 32 << 20;

  /** The three logs that were scanned in 2011, of 10 to 14 GB each. */
  static final List<TideShape> HISTORICAL =
      List.of(
          new TideShape(100, 100, 1_000_000),
          new TideShape(100, 10_000, 10_000),
          new TideShape(100, 1_000_000, 100));

  /** How long a scan of each took then, at most, in seconds. */
  private static final List<Double> SECONDS_IN_2011 = List.of(0.002, 0.2, 200.0);

  /** As many chunks, with an Nth of the entries in each. */
  TideShape dividedBy(int n) {
    return new TideShape(chunks, Math.max(1, entriesPerChunk / n), entryBytes);
  }

  /** The same with at most so many chunks. */
  TideShape withChunks(int most) {
    return new TideShape(Math.min(chunks, most), entriesPerChunk, entryBytes);
  }

  /**
   * A small log that is read in the same ways as this one: it has entries of the same size, in
   * chunks that are large enough for several threads, or are not.
   */
  TideShape rehearsal() {
    long bytes = chunkBytes() < LEAST_LARGE_CHUNK ? SMALL_CHUNK : LARGE_CHUNK;
    int entries = (int) Math.max(1, bytes / (ENTRY_HEADER + entryBytes));
    TideShape chunk = new TideShape(1, entries, entryBytes);
    return new TideShape((int) (REHEARSAL / chunk.chunkBytes()), entries, entryBytes);
  }

  long entries() {
    return (long) chunks * entriesPerChunk;
  }

  long chunkBytes() {
    return entriesPerChunk * (long) (ENTRY_HEADER + entryBytes);
  }

  /** What the file takes, its index included, but for some hundred bytes. */
  long fileBytes() {
    return chunks * (CHUNK_HEADER + chunkBytes() + INDEX_HEADER) + entries() * INDEX_ENTRY;
  }

  /**
   * What a scan of so many entries of this size took in 2011; NaN for sizes that were not measured.
   */
  double secondsIn2011() {
    for (int i = 0; i < HISTORICAL.size(); i++) {
      TideShape then = HISTORICAL.get(i);
      if (then.entryBytes == entryBytes) {
        return SECONDS_IN_2011.get(i) * entries() / then.entries();
      }
    }
    return Double.NaN;
  }

  /** As {@code 100 × 10k × 10 kB}. */
  String label() {
    return Numbers.size(chunks)
        + " × "
        + Numbers.size(entriesPerChunk)
        + " × "
        + Numbers.bytes(entryBytes);
  }
}

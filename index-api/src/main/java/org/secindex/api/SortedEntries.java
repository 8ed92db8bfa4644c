package org.secindex.api;

import java.util.OptionalLong;

/**
 * Entries in strictly ascending key order: what a backend is filled and updated from.
 *
 * <p>The order is checked as the entries pass, so that no backend can be handed anything else: a
 * violation surfaces from {@link #read}, and fails the load or update that was reading. Use {@code
 * index-ingest} to sort files. Used by one thread at a time.
 */
public final class SortedEntries implements EntrySource {
  private final KeyDomain domain;
  private final EntrySource source;
  private long count;
  private long previous;

  private SortedEntries(KeyDomain domain, EntrySource source) {
    this.domain = domain;
    this.source = source;
  }

  /** Entries of a source that gives them in ascending order of {@code domain}. Takes it over. */
  public static SortedEntries of(KeyDomain domain, EntrySource source) {
    return new SortedEntries(domain, source);
  }

  /**
   * Entries from three columns of equal length, which are read later, not copied.
   *
   * @throws IllegalArgumentException if the lengths differ
   */
  public static SortedEntries of(KeyDomain domain, long[] keys, int[] chunkIds, int[] subChunkIds) {
    return new SortedEntries(domain, new ColumnSource(keys, chunkIds, subChunkIds));
  }

  /** The domain in whose order the entries come. */
  public KeyDomain domain() {
    return domain;
  }

  /**
   * Checks that these entries are meant for an index of the given domain.
   *
   * @throws IndexConfigException if they are not
   */
  public void requireDomain(KeyDomain expected) {
    if (domain != expected) {
      throw new IndexConfigException(
          "the entries are in " + domain + " order, the index is " + expected);
    }
  }

  /** How many entries have been read so far. */
  public long count() {
    return count;
  }

  @Override
  public OptionalLong expectedCount() {
    return source.expectedCount();
  }

  /**
   * {@inheritDoc}
   *
   * @throws UnsortedInputException if a key is smaller than the one before
   * @throws DuplicateKeyException if a key equals the one before
   * @throws IllegalArgumentException if a chunkId or subChunkId is negative
   * @throws IllegalStateException if the source breaks the contract of {@link EntrySource#read}
   */
  @Override
  public boolean read(EntryBatch into) {
    if (!source.read(into)) {
      return false;
    }
    if (into.size() == 0) {
      throw new IllegalStateException(
          "the source of the entries said that there are more, and gave none: it must return false"
              + " at its end");
    }
    long[] keys = into.keys;
    int negative = 0;
    long before = domain.toSortOrder(previous);
    int start = 0;
    if (count == 0) {
      before = domain.toSortOrder(keys[0]);
      negative = into.chunkIds[0] | into.subChunkIds[0];
      start = 1;
    }
    for (int i = start; i < into.size(); i++) {
      long now = domain.toSortOrder(keys[i]);
      if (now <= before) {
        throw disorder(domain.toSortOrder(before), keys[i], count + i);
      }
      before = now;
      negative |= into.chunkIds[i] | into.subChunkIds[i];
    }
    if (negative < 0) {
      throw negativeLocation(into);
    }
    count += into.size();
    previous = keys[into.size() - 1];
    return true;
  }

  private IndexException disorder(long before, long key, long entry) {
    if (before == key) {
      return new DuplicateKeyException(
          domain.format(key), "entry " + entry, "entry " + (entry + 1));
    }
    return new UnsortedInputException(
        "entry "
            + (entry + 1)
            + ": key "
            + domain.format(key)
            + " comes after "
            + domain.format(before)
            + "; entries must be in ascending "
            + domain
            + " order (index-ingest sorts)");
  }

  private IllegalArgumentException negativeLocation(EntryBatch batch) {
    int i = 0;
    while ((batch.chunkIds[i] | batch.subChunkIds[i]) >= 0) {
      i++;
    }
    return new IllegalArgumentException(
        "entry "
            + (count + i + 1)
            + " (key "
            + domain.format(batch.keys[i])
            + "): a location has no negative part: chunkId "
            + batch.chunkIds[i]
            + ", subChunkId "
            + batch.subChunkIds[i]);
  }

  @Override
  public void close() {
    source.close();
  }

  private static final class ColumnSource implements EntrySource {
    private final long[] keys;
    private final int[] chunkIds;
    private final int[] subChunkIds;
    private int next;

    ColumnSource(long[] keys, int[] chunkIds, int[] subChunkIds) {
      if (keys.length != chunkIds.length || keys.length != subChunkIds.length) {
        throw new IllegalArgumentException(
            "columns of different length: "
                + keys.length
                + " keys, "
                + chunkIds.length
                + " chunkIds, "
                + subChunkIds.length
                + " subChunkIds");
      }
      this.keys = keys;
      this.chunkIds = chunkIds;
      this.subChunkIds = subChunkIds;
    }

    @Override
    public boolean read(EntryBatch into) {
      int n = Math.min(into.capacity(), keys.length - next);
      System.arraycopy(keys, next, into.keys, 0, n);
      System.arraycopy(chunkIds, next, into.chunkIds, 0, n);
      System.arraycopy(subChunkIds, next, into.subChunkIds, 0, n);
      into.setSize(n);
      next += n;
      return n > 0;
    }

    @Override
    public OptionalLong expectedCount() {
      return OptionalLong.of(keys.length);
    }
  }
}

package org.secindex.api;

import org.jspecify.annotations.Nullable;

/**
 * The answer of a scan: entries in ascending key order, as the index was when the scan began.
 *
 * <pre>{@code
 * try (EntryCursor rows = index.scan(KeyRange.closed(a, b))) {
 *   while (rows.next()) {
 *     use(rows.key(), rows.chunkId(), rows.subChunkId());
 *   }
 * }
 * }</pre>
 *
 * <p>Memory is constant, whatever the range. A cursor belongs to one thread. When the index is
 * closed first, the next call throws {@link IndexClosedException}. A cursor is an {@link
 * EntrySource} too, so {@code SortedEntries.of(index.domain(), index.scan(range))} feeds another
 * index.
 */
public final class EntryCursor implements EntrySource {
  private final KeyDomain domain;
  private final EntrySource source;
  private final EntryBatch batch = new EntryBatch(1024);
  private int row = -1;
  private @Nullable RuntimeException failure;
  private boolean closed;

  /** For implementers of backends: rows of {@code source}, which is closed with the cursor. */
  public EntryCursor(KeyDomain domain, EntrySource source) {
    this.domain = domain;
    this.source = source;
  }

  /** The order of the keys. */
  public KeyDomain domain() {
    return domain;
  }

  /**
   * Moves to the next entry.
   *
   * @return false after the last one
   * @throws IllegalStateException if the cursor has been closed
   * @throws IndexException if reading fails, now and at every later call; the message names the
   *     last key that was delivered, from where another scan can go on
   */
  public boolean next() {
    requireOpen();
    if (row + 1 < batch.size()) {
      row++;
      return true;
    }
    // The batch is emptied first: when the source fails, the cursor stands on no row.
    batch.clear();
    row = -1;
    if (!fill(batch)) {
      return false;
    }
    row = 0;
    return true;
  }

  /** Asks the source, but not once it has failed: it might then say that it has ended. */
  private boolean fill(EntryBatch into) {
    if (failure != null) {
      throw failure;
    }
    try {
      return source.read(into);
    } catch (RuntimeException e) {
      into.clear();
      failure = e;
      throw e;
    }
  }

  /** The current key. */
  public long key() {
    return batch.keys[current()];
  }

  /** The current chunk. */
  public int chunkId() {
    return batch.chunkIds[current()];
  }

  /** The current subchunk. */
  public int subChunkId() {
    return batch.subChunkIds[current()];
  }

  /** The current location, as an object. */
  public Location location() {
    return new Location(chunkId(), subChunkId());
  }

  private int current() {
    if (row < 0 || closed) {
      throw new IllegalStateException("the cursor stands on no entry: call next() first");
    }
    return row;
  }

  /** {@inheritDoc} Entries that {@link #next} has already delivered are not given again. */
  @Override
  public boolean read(EntryBatch into) {
    requireOpen();
    int pending = Math.min(batch.size() - (row + 1), into.capacity());
    if (pending <= 0) {
      batch.clear();
      row = -1;
      return fill(into);
    }
    System.arraycopy(batch.keys, row + 1, into.keys, 0, pending);
    System.arraycopy(batch.chunkIds, row + 1, into.chunkIds, 0, pending);
    System.arraycopy(batch.subChunkIds, row + 1, into.subChunkIds, 0, pending);
    into.setSize(pending);
    row += pending;
    return true;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the cursor is closed");
    }
  }

  /** Ends the scan. Closing again does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      source.close();
    }
  }
}

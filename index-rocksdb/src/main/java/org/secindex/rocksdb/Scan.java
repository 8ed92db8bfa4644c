package org.secindex.rocksdb;

import java.util.Arrays;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;

/**
 * Entries of a range in ascending order. The iterator sees the database as it was when it was made,
 * which is here in the constructor.
 */
final class Scan implements EntrySource {
  /** For a scan of everything; RocksDB's automatic readahead ends at 256 KiB. */
  private static final int FULL_SCAN_READAHEAD = 2 << 20;

  private final String index;
  private final KeyDomain domain;

  /** The iterator first, then what it refers to: the options, and the bound that they refer to. */
  private final NativeObjects natives = new NativeObjects();

  private final RocksIterator rows;
  private final byte[] key = new byte[EntryBytes.LENGTH];
  private final byte[] value = new byte[EntryBytes.LENGTH];
  private String delivered = "before the first entry";

  /** The range must not be empty. */
  Scan(Database database, KeyRange range) {
    index = database.index();
    domain = database.metadata().domain();
    Slice end = natives.own(new Slice(after(domain.toByteOrder(range.last(domain)))));
    ReadOptions options =
        natives.own(new ReadOptions()).setIterateUpperBound(end).setFillCache(false);
    if (range.equals(KeyRange.all())) {
      options.setReadaheadSize(FULL_SCAN_READAHEAD);
    }
    rows = natives.own(database.rocks().newIterator(options));
    rows.seek(EntryBytes.of(domain.toByteOrder(range.first(domain))));
  }

  /** The first string of bytes after a key: the bound is exclusive, the largest key must be in. */
  private static byte[] after(long keyBits) {
    return Arrays.copyOf(EntryBytes.of(keyBits), EntryBytes.LENGTH + 1);
  }

  @Override
  public boolean read(EntryBatch into) {
    into.clear();
    while (!into.isFull() && rows.isValid()) {
      int keyLength = rows.key(key);
      int valueLength = rows.value(value);
      long location = EntryBytes.get(value);
      if (keyLength != EntryBytes.LENGTH
          || valueLength != EntryBytes.LENGTH
          || !EntryBytes.isLocation(location)) {
        if (into.size() > 0) {
          break; // What is good is delivered first; the next call meets this row again.
        }
        throw noEntry(keyLength, valueLength);
      }
      into.add(
          domain.toByteOrder(EntryBytes.get(key)),
          EntryBytes.chunkId(location),
          EntryBytes.subChunkId(location));
      rows.next();
    }
    if (into.size() == 0) {
      requireOk();
      return false;
    }
    delivered = "after key " + domain.format(into.keys[into.size() - 1]);
    return true;
  }

  private void requireOk() {
    try {
      rows.status();
    } catch (RocksDBException e) {
      throw RocksDbErrors.of(index, "scan on " + delivered, e);
    }
  }

  private CorruptIndexException noEntry(int keyLength, int valueLength) {
    return new CorruptIndexException(
        index
            + ": no entry of ours (key of "
            + keyLength
            + " bytes, value of "
            + valueLength
            + ") "
            + delivered
            + "; run verify");
  }

  @Override
  public void close() {
    natives.close();
  }
}

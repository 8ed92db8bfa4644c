package org.secindex.rocksdb;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.rocksdb.ByteBufferGetStatus;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.LookupBuilder;

/** Look-ups of one key (get) and of many (MultiGet, in key order). */
final class Lookups {
  private final Database database;
  private final KeyDomain domain;

  /** Each thread's own: asking for one key makes no object but the answer. */
  private final ThreadLocal<Row> rows = ThreadLocal.withInitial(Row::new);

  /** Buffers that no thread is using; there are as many as there ever were calls at once. */
  private final Queue<Columns> idle = new ConcurrentLinkedQueue<>();

  Lookups(Database database) {
    this.database = database;
    domain = database.metadata().domain();
  }

  Optional<Location> find(long key) {
    Row row = rows.get();
    row.setKey(domain.toByteOrder(key));
    int length;
    try {
      length = database.rocks().get(database.options().read, row.key, row.value);
    } catch (RocksDBException e) {
      throw RocksDbErrors.of(database.index(), "find key " + domain.format(key), e);
    }
    if (length == RocksDB.NOT_FOUND) {
      return Optional.empty();
    }
    long value = row.value();
    requireLocation(key, length, value);
    return Optional.of(new Location(EntryBytes.chunkId(value), EntryBytes.subChunkId(value)));
  }

  Lookup findAll(long[] keys) {
    LookupBuilder answers = new LookupBuilder(domain, keys);
    Columns columns = idle.poll();
    if (columns == null) {
      columns = new Columns();
    }
    for (int from = 0; from < answers.size(); from += Columns.CAPACITY) {
      answer(answers, from, Math.min(Columns.CAPACITY, answers.size() - from), columns);
    }
    idle.offer(columns);
    return answers.build();
  }

  private void answer(LookupBuilder answers, int from, int count, Columns columns) {
    columns.reset(count);
    for (int i = 0; i < count; i++) {
      columns.setKey(i, domain.toByteOrder(answers.key(from + i)));
    }
    List<ByteBufferGetStatus> results;
    try {
      results =
          database
              .rocks()
              .multiGetByteBuffers(
                  database.options().read,
                  columns.keys.subList(0, count),
                  columns.values.subList(0, count));
    } catch (RocksDBException e) {
      throw failure(answers.key(from), count, e);
    }
    for (int i = 0; i < count; i++) {
      ByteBufferGetStatus result = results.get(i);
      switch (result.status.getCode()) {
        case Ok -> {
          long value = columns.value(i);
          requireLocation(answers.key(from + i), result.requiredSize, value);
          answers.found(from + i, EntryBytes.chunkId(value), EntryBytes.subChunkId(value));
        }
        case NotFound -> {}
        default -> throw failure(answers.key(from + i), 1, new RocksDBException(result.status));
      }
    }
  }

  private IndexException failure(long key, int count, RocksDBException e) {
    String what = "find key " + domain.format(key) + (count == 1 ? "" : " and those after it");
    return RocksDbErrors.of(database.index(), what, e);
  }

  private void requireLocation(long key, int length, long value) {
    if (length != EntryBytes.LENGTH || !EntryBytes.isLocation(value)) {
      throw new CorruptIndexException(
          database.index()
              + ": key "
              + domain.format(key)
              + " has a value of "
              + length
              + " bytes that is no location; run verify");
    }
  }

  /** Key and value of one get, outside the Java heap, where RocksDB reads and writes them. */
  private static final class Row {
    final ByteBuffer key = ByteBuffer.allocateDirect(EntryBytes.LENGTH);
    final ByteBuffer value = ByteBuffer.allocateDirect(EntryBytes.LENGTH);

    /** RocksDB moves the positions and limits of the buffers that it is given. */
    void setKey(long bits) {
      key.clear().putLong(0, bits);
      value.clear();
    }

    long value() {
      return value.clear().getLong(0);
    }
  }

  /** Keys and values of one MultiGet, outside the Java heap, cut into a buffer for each. */
  private static final class Columns {
    /** RocksDB itself goes by 32 keys at a time; more than a thousand a call gain nothing. */
    static final int CAPACITY = 1024;

    private final ByteBuffer keyColumn = ByteBuffer.allocateDirect(CAPACITY * EntryBytes.LENGTH);
    private final ByteBuffer valueColumn = ByteBuffer.allocateDirect(CAPACITY * EntryBytes.LENGTH);
    final List<ByteBuffer> keys = cut(keyColumn);
    final List<ByteBuffer> values = cut(valueColumn);

    private static List<ByteBuffer> cut(ByteBuffer column) {
      List<ByteBuffer> cells = new ArrayList<>(CAPACITY);
      for (int i = 0; i < CAPACITY; i++) {
        cells.add(column.slice(i * EntryBytes.LENGTH, EntryBytes.LENGTH));
      }
      return cells;
    }

    /** RocksDB moves the positions and limits of the buffers that it is given. */
    void reset(int count) {
      for (int i = 0; i < count; i++) {
        keys.get(i).clear();
        values.get(i).clear();
      }
    }

    void setKey(int i, long bits) {
      keyColumn.putLong(i * EntryBytes.LENGTH, bits);
    }

    long value(int i) {
      return valueColumn.getLong(i * EntryBytes.LENGTH);
    }
  }
}

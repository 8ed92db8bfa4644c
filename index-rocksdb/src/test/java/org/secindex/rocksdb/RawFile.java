package org.secindex.rocksdb;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import org.secindex.api.EntryBatch;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;

/**
 * A table file written with options, or values, that the index has no way to ask for.
 *
 * @param options of the column family
 * @param values how locations are written
 */
record RawFile(Supplier<ColumnFamilyOptions> options, Values values) {
  /** How a location becomes bytes. */
  enum Values {
    /** Eight bytes. */
    AS_EVER,
    /** Chunk and subchunk, each in as few groups of seven bits as it needs. */
    PACKED
  }

  void write(DatabaseOptions database, Catalogue catalogue, Path file) throws RocksDBException {
    ByteBuffer key = ByteBuffer.allocateDirect(EntryBytes.LENGTH);
    ByteBuffer value = ByteBuffer.allocateDirect(2 * EntryBytes.LENGTH);
    EntryBatch batch = new EntryBatch();
    SortedEntries entries = catalogue.entries();
    try (EnvOptions env = new EnvOptions();
        ColumnFamilyOptions family = options.get();
        Options all = new Options(database.database, family);
        SstFileWriter writer = new SstFileWriter(env, all)) {
      writer.open(file.toString());
      while (entries.read(batch)) {
        for (int i = 0; i < batch.size(); i++) {
          key.clear().putLong(0, catalogue.domain().toByteOrder(batch.keys[i]));
          value.clear();
          if (values == Values.AS_EVER) {
            value.putLong(EntryBytes.value(batch.chunkIds[i], batch.subChunkIds[i]));
          } else {
            putPacked(value, batch.chunkIds[i]);
            putPacked(value, batch.subChunkIds[i]);
          }
          writer.put(key, value.flip());
        }
      }
      writer.finish();
    }
  }

  private static void putPacked(ByteBuffer into, int number) {
    int rest = number;
    while (rest > 0x7f) {
      into.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    into.put((byte) rest);
  }
}

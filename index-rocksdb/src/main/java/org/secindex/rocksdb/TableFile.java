package org.secindex.rocksdb;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.rocksdb.DirectSlice;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;

/** A table file being written in key order. Used by one thread. */
final class TableFile implements AutoCloseable {
  /** What becomes of the keys in a file. */
  enum Content {
    /** They get the locations beside them. */
    ENTRIES,
    /** They are removed; locations mean nothing. */
    REMOVALS
  }

  private final KeyDomain domain;
  private final Content content;
  private final NativeObjects natives = new NativeObjects();
  private final ByteBuffer key = ByteBuffer.allocateDirect(EntryBytes.LENGTH);
  private final ByteBuffer value = ByteBuffer.allocateDirect(EntryBytes.LENGTH);

  // The slices look at the buffers' memory: no copy, no object, one call an entry.
  private final DirectSlice keySlice = natives.own(new DirectSlice(key, EntryBytes.LENGTH));
  private final DirectSlice valueSlice = natives.own(new DirectSlice(value, EntryBytes.LENGTH));
  private final SstFileWriter writer;

  TableFile(KeyDomain domain, Content content, EnvOptions environment, Options options) {
    this.domain = domain;
    this.content = content;
    writer = natives.own(new SstFileWriter(environment, options));
  }

  void open(Path path) throws RocksDBException {
    writer.open(path.toString());
  }

  void add(EntryBatch batch) throws RocksDBException {
    for (int i = 0; i < batch.size(); i++) {
      key.putLong(0, domain.toByteOrder(batch.keys[i]));
      if (content == Content.REMOVALS) {
        writer.delete(keySlice);
      } else {
        value.putLong(0, EntryBytes.value(batch.chunkIds[i], batch.subChunkIds[i]));
        writer.put(keySlice, valueSlice);
      }
    }
  }

  /** Completes the file, which must not be empty. */
  void finish() throws RocksDBException {
    writer.finish();
  }

  @Override
  public void close() {
    natives.close();
  }
}

package org.secindex.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.DirectSlice;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;

/** Writes sorted entries into table files of bounded size, which RocksDB can then take over. */
final class TableFiles {
  /** A file is ended at the first batch that makes it larger. */
  private static final long FILE_BYTES = 128L << 20;

  private final Database database;
  private final KeyDomain domain;
  private final List<String> paths = new ArrayList<>();

  TableFiles(Database database) {
    this.database = database;
    domain = database.metadata().domain();
  }

  /** The files written, in key order. */
  List<String> paths() {
    return paths;
  }

  /** Writes all entries, and returns how many there were. */
  long write(SortedEntries entries) {
    ByteBuffer key = ByteBuffer.allocateDirect(EntryBytes.LENGTH);
    ByteBuffer value = ByteBuffer.allocateDirect(EntryBytes.LENGTH);
    EntryBatch batch = new EntryBatch();
    long count = 0;
    try (EnvOptions env = new EnvOptions();
        Options options = new Options(database.options().database, database.options().entries);
        SstFileWriter writer = new SstFileWriter(env, options);
        DirectSlice keySlice = new DirectSlice(key, EntryBytes.LENGTH);
        DirectSlice valueSlice = new DirectSlice(value, EntryBytes.LENGTH)) {
      boolean open = false;
      while (entries.read(batch)) {
        if (!open) {
          writer.open(next());
          open = true;
        }
        for (int i = 0; i < batch.size(); i++) {
          // The slices look at the buffers' memory: no copy, no object, one call an entry.
          key.putLong(0, domain.toByteOrder(batch.keys[i]));
          value.putLong(0, EntryBytes.value(batch.chunkIds[i], batch.subChunkIds[i]));
          writer.put(keySlice, valueSlice);
        }
        count += batch.size();
        if (writer.fileSize() > FILE_BYTES) {
          writer.finish();
          open = false;
        }
      }
      if (open) {
        writer.finish();
      }
      return count;
    } catch (RocksDBException e) {
      throw RocksDbErrors.of(database.index(), "write a table file", e);
    } catch (IOException e) {
      throw database.directory().failure("write a table file", e);
    }
  }

  private String next() throws IOException {
    Path directory = database.directory().loading();
    Files.createDirectories(directory);
    String path =
        directory.resolve(String.format("%06d.sst", paths.size())).toAbsolutePath().toString();
    paths.add(path);
    return path;
  }
}

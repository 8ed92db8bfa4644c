package org.secindex.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.secindex.api.IndexUri;
import org.secindex.testkit.SecondaryIndexContract;

class RocksDbContractTest extends SecondaryIndexContract {
  @TempDir Path directory;
  private int made;

  @Override
  protected String newUri() {
    return "rocksdb:" + directory.resolve("index" + made++);
  }

  @Override
  protected String foreignUri() {
    Path foreign = directory.resolve("foreign" + made++);
    try {
      Files.createDirectory(foreign);
      Files.writeString(foreign.resolve("thesis.txt"), "not to be lost");
      return "rocksdb:" + foreign;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The number in the name of our column family is the version. */
  @Override
  protected void makeFormatNewer(String uri) {
    List<ColumnFamilyHandle> families = new ArrayList<>();
    try (RocksDB rocks =
        RocksDB.open(
            IndexUri.parse(uri).path().toString(),
            List.of(
                new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY),
                new ColumnFamilyDescriptor(Metadata.COLUMN_FAMILY.getBytes(UTF_8))),
            families)) {
      rocks.createColumnFamily(new ColumnFamilyDescriptor("secindex-2".getBytes(UTF_8))).close();
      rocks.dropColumnFamily(families.get(1));
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }
}

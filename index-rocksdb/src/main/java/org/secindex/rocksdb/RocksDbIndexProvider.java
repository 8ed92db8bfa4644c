package org.secindex.rocksdb;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.secindex.api.Access;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexProvider;
import org.secindex.api.IndexState;
import org.secindex.api.IndexUri;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;

/**
 * Indexes in RocksDB databases: {@code rocksdb:/data/idx?durability=sync&cache=256MiB}. A directory
 * holds one database with one index.
 *
 * <p>An index that is opened for reading takes no lock, so any number of processes may have it open
 * beside one writer. Each sees it as it was when it opened it; to see later writes of another
 * opening, open it again. Beside a writer that changes files all the time, opening makes hard links
 * within the directory; where that is not possible it tries again and again, and fails after a
 * minute with {@link org.secindex.api.TransientIndexException}.
 */
public final class RocksDbIndexProvider implements IndexProvider {

  /** For {@link java.util.ServiceLoader}, and for those who want no discovery. */
  public RocksDbIndexProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of("rocksdb");
  }

  @Override
  public String summary() {
    return "a RocksDB database";
  }

  @Override
  public String example() {
    return "rocksdb:/data/idx";
  }

  @Override
  public String engine() {
    return NativeLibrary.engine();
  }

  @Override
  public List<IndexOption> options() {
    return RocksDbOptions.OPTIONS;
  }

  @Override
  public IndexState state(IndexUri uri) {
    RocksDbOptions.from(uri);
    IndexDirectory directory = directory(uri);
    if (directory.isAbsent()) {
      return IndexState.ABSENT;
    }
    directory.requireReadable();
    return Database.readMetadata(directory).state();
  }

  @Override
  public SecondaryIndex create(IndexUri uri, KeyDomain domain) {
    return create(directory(uri), domain, RocksDbOptions.from(uri));
  }

  /** As {@link #create(IndexUri, KeyDomain)}, without an address. */
  public SecondaryIndex create(Path path, KeyDomain domain, RocksDbOptions options) {
    return create(directory(path), domain, options);
  }

  @Override
  public SecondaryIndex open(IndexUri uri, Access access) {
    return open(directory(uri), access, RocksDbOptions.from(uri));
  }

  /** As {@link #open(IndexUri, Access)}, without an address. */
  public SecondaryIndex open(Path path, Access access, RocksDbOptions options) {
    return open(directory(path), access, options);
  }

  @Override
  public void drop(IndexUri uri) {
    RocksDbOptions.from(uri);
    IndexDirectory directory = directory(uri);
    if (directory.isHalfMade()) {
      directory.delete();
    } else if (!directory.isAbsent()) {
      directory.requireOurs();
      directory.drop();
    }
  }

  private static IndexDirectory directory(IndexUri uri) {
    return new IndexDirectory(uri.toString(), uri.path());
  }

  private static IndexDirectory directory(Path path) {
    return new IndexDirectory("rocksdb:" + path, path);
  }

  private static SecondaryIndex create(
      IndexDirectory directory, KeyDomain domain, RocksDbOptions options) {
    Database database = Database.create(directory, domain, options);
    return new RocksDbIndex(database, Access.WRITE, options);
  }

  private static SecondaryIndex open(
      IndexDirectory directory, Access access, RocksDbOptions options) {
    directory.requireReadable();
    Database database = Database.open(directory, access, options);
    if (access == Access.READ && database.metadata().state() == IndexState.BUILDING) {
      database.close();
      throw RocksDbIndex.unfinished(directory.index());
    }
    return new RocksDbIndex(database, access, options);
  }
}

package org.secindex.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;

/**
 * An open RocksDB database with all its native objects: entries in the default column family,
 * {@link Metadata} in its own. Closing it frees everything; nothing may be using it then, which
 * {@link org.secindex.api.Lifetime} sees to.
 */
final class Database implements AutoCloseable {
  private final IndexDirectory directory;
  private final DatabaseOptions options;
  private final RocksDB rocks;

  /** The entries', then the metadata's. RocksDB frees them when it is closed. */
  private final List<ColumnFamilyHandle> families;

  private final WriteStalls stalls = new WriteStalls();
  private volatile Metadata metadata;
  private volatile boolean written;

  private Database(
      IndexDirectory directory,
      DatabaseOptions options,
      RocksDB rocks,
      List<ColumnFamilyHandle> families,
      Metadata metadata) {
    this.directory = directory;
    this.options = options;
    this.rocks = rocks;
    this.families = families;
    this.metadata = metadata;
  }

  /**
   * Makes an empty database.
   *
   * @throws IndexException if anything stands there already
   */
  static Database create(IndexDirectory directory, KeyDomain domain, RocksDbOptions wanted) {
    NativeLibrary.load();
    directory.beginMaking();
    return create(directory, domain, options(directory, Access.WRITE, wanted));
  }

  /** As that, in a directory that is {@link IndexDirectory#beginMaking being made}. */
  static Database create(IndexDirectory directory, KeyDomain domain, DatabaseOptions options) {
    options
        .database
        .setCreateIfMissing(true)
        .setErrorIfExists(true)
        .setCreateMissingColumnFamilies(true);
    Metadata metadata = Metadata.empty(domain);
    List<ColumnFamilyHandle> families = new ArrayList<>();
    RocksDB rocks = openRocks(directory, Access.WRITE, options, families, "create");
    Database database = new Database(directory, options, rocks, families, metadata);
    try {
      database.store(metadata);
      directory.endMaking();
      return database;
    } catch (IndexException e) {
      try {
        database.close();
        directory.delete();
      } catch (IndexException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  /**
   * Opens what {@link IndexDirectory#requireReadable} has accepted. For reading, it is as it is at
   * this moment, and stays so.
   */
  static Database open(IndexDirectory directory, Access access, RocksDbOptions wanted) {
    NativeLibrary.load();
    Database database = open(directory, access, options(directory, access, wanted));
    if (access == Access.WRITE) {
      try {
        // RocksDB's lock is ours: nobody is loading into the index, or begins to drop it, from now.
        if (directory.isHalfMade()) {
          throw directory.absent();
        }
        directory.deleteLeftovers();
      } catch (IndexException e) {
        database.close();
        throw e;
      }
    }
    return database;
  }

  /** Reads the metadata alone, which opens a few of the table files and not all of them. */
  static Metadata readMetadata(IndexDirectory directory) {
    NativeLibrary.load();
    DatabaseOptions options = new DatabaseOptions(RocksDbOptions.defaults(), OpenFiles.FEW);
    try (Database database = open(directory, Access.READ, options)) {
      return database.metadata();
    }
  }

  /** The table files that an index consists of now, whatever others have opened and see. */
  static List<String> tableFiles(IndexDirectory directory) {
    DatabaseOptions options = new DatabaseOptions(RocksDbOptions.defaults(), OpenFiles.FEW);
    try (Database database = open(directory, Access.READ, options)) {
      return database.tableFiles();
    }
  }

  /** Opens with options that it takes over. */
  static Database open(IndexDirectory directory, Access access, DatabaseOptions options) {
    List<ColumnFamilyHandle> families = new ArrayList<>();
    try {
      RecordLogs.requireSoundLogs(directory);
    } catch (IndexException e) {
      options.close();
      throw e;
    }
    RocksDB rocks = openRocks(directory, access, options, families, "open");
    try {
      byte[] stored = rocks.get(families.get(1), options.read, Metadata.KEY);
      Metadata metadata = Metadata.decode(directory.index(), stored);
      return new Database(directory, options, rocks, families, metadata);
    } catch (RocksDBException e) {
      rocks.close();
      options.close();
      throw RocksDbErrors.of(directory.index(), "read the metadata", e);
    } catch (IndexException e) {
      rocks.close();
      options.close();
      throw e;
    }
  }

  private static DatabaseOptions options(
      IndexDirectory directory, Access access, RocksDbOptions wanted) {
    try {
      return new DatabaseOptions(wanted, OpenFiles.maximum(directory.path(), access));
    } catch (IOException e) {
      throw directory.failure("list the directory", e);
    }
  }

  /** Opens RocksDB, or frees the options and fails. */
  private static RocksDB openRocks(
      IndexDirectory directory,
      Access access,
      DatabaseOptions options,
      List<ColumnFamilyHandle> families,
      String operation) {
    List<ColumnFamilyDescriptor> descriptors =
        List.of(
            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, options.entries),
            new ColumnFamilyDescriptor(Metadata.COLUMN_FAMILY.getBytes(UTF_8), options.metadata));
    try {
      return access == Access.WRITE
          ? RocksDB.open(options.database, directory.location(), descriptors, families)
          : BesideWriter.open(directory, options.database, descriptors, families);
    } catch (RocksDBException e) {
      options.close();
      throw RocksDbErrors.ofOpening(directory, operation, e);
    } catch (IndexException e) {
      options.close();
      throw e;
    }
  }

  String index() {
    return directory.index();
  }

  IndexDirectory directory() {
    return directory;
  }

  DatabaseOptions options() {
    return options;
  }

  WriteStalls stalls() {
    return stalls;
  }

  RocksDB rocks() {
    return rocks;
  }

  ColumnFamilyHandle entryFamily() {
    return families.get(0);
  }

  Metadata metadata() {
    return metadata;
  }

  /**
   * Stores the metadata on stable storage, whatever the durability: they outlive what they tell.
   */
  void store(Metadata changed) {
    willWrite();
    try {
      rocks.put(families.get(1), options.synced, Metadata.KEY, changed.encode());
    } catch (RocksDBException e) {
      throw RocksDbErrors.ofWrite(index(), "metadata", e);
    }
    metadata = changed;
  }

  /** To be called before anything is written. */
  void willWrite() {
    written = true;
  }

  /** The table files, of the metadata too, as paths. */
  List<String> tableFiles() {
    return rocks.getLiveFilesMetaData().stream()
        .map(file -> directory.location() + file.fileName())
        .toList();
  }

  /** Whether there is no entry. */
  boolean isEmpty() throws RocksDBException {
    try (RocksIterator first = rocks.newIterator(options.read)) {
      first.seekToFirst();
      first.status();
      return !first.isValid();
    }
  }

  /**
   * Closes the database and frees all. What was written goes from the log into table files first,
   * so that those who open it next need not replay the log.
   */
  @Override
  public void close() {
    try (FlushOptions flush = new FlushOptions()) {
      if (written) {
        rocks.flush(flush, families);
      }
    } catch (RocksDBException e) {
      throw RocksDbErrors.of(index(), "flush on closing", e);
    } finally {
      rocks.close();
      options.close();
    }
  }
}

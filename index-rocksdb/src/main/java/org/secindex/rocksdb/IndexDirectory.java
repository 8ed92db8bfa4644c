package org.secindex.rocksdb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexFormatTooNewException;
import org.secindex.api.NotAnIndexException;

/**
 * The directory of an index: a RocksDB database with our column family in it, and while a load
 * works (or after it was killed) the table files it is writing, in {@code loading}.
 *
 * @param index the address, for messages
 * @param path where it is
 */
record IndexDirectory(String index, Path path) {
  /** The file of every RocksDB database that names its manifest. */
  private static final String CURRENT = "CURRENT";

  /** Nobody takes that long to open an index. */
  private static final Duration IMAGE_AGE = Duration.ofHours(1);

  /**
   * Whether there is nothing, an empty directory, or an index whose making or dropping is under way
   * or was killed.
   */
  boolean isAbsent() {
    try {
      Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      throw failure("look at the directory", e);
    }
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (DirectoryStream<Path> content = Files.newDirectoryStream(path)) {
      // In this order: the mark is the first file that is made, and goes when all are.
      return !content.iterator().hasNext() || isHalfMade();
    } catch (IOException | DirectoryIteratorException e) {
      throw failure("read the directory", e);
    }
  }

  /** Whether the index is being made or dropped, or what did so died. */
  boolean isHalfMade() {
    return Files.exists(halfMade());
  }

  private Path halfMade() {
    return path.resolve("half-made");
  }

  /**
   * Makes the directory, and marks it as half-made until {@link #endMaking}.
   *
   * @throws IndexException if anything stands there already
   */
  void beginMaking() {
    if (!isAbsent()) {
      throw alreadyThere();
    }
    if (isHalfMade()) {
      delete();
    }
    try {
      makeDirectories();
      Files.createFile(halfMade());
      if (Files.exists(path.resolve(CURRENT))) {
        // Made by somebody else since we looked; whoever comes later meets the mark.
        Files.delete(halfMade());
        throw alreadyThere();
      }
    } catch (IOException e) {
      throw failure("create", e);
    }
  }

  /** Makes the directory and its missing parents; their names are on stable storage then. */
  private void makeDirectories() throws IOException {
    Path wanted = path.toAbsolutePath().normalize();
    List<Path> changed = new ArrayList<>();
    Path parent = wanted.getParent();
    for (Path p = wanted; parent != null && !Files.exists(p); p = parent, parent = p.getParent()) {
      changed.add(parent);
    }
    Files.createDirectories(wanted);
    for (Path directory : changed) {
      sync(directory);
    }
  }

  private static void sync(Path directory) throws IOException {
    if (File.separatorChar == '/') { // Windows cannot open directories, and need not.
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  private IndexException alreadyThere() {
    return new IndexException(
        index + ": something stands there already; drop it, or choose another place");
  }

  /**
   * Takes the mark away, on stable storage: were it back after a power cut, what has been stored
   * meanwhile would count as half-made.
   */
  void endMaking() {
    try {
      Files.delete(halfMade());
      sync(path);
    } catch (IOException e) {
      throw failure("create", e);
    }
  }

  /** Where a load writes its files: on the same file system, so that RocksDB can take them over. */
  Path loading() {
    return path.resolve("loading");
  }

  /** The file of that number among those. */
  Path loadingFile(int number) {
    return loading().resolve(String.format("%06d.sst", number)).toAbsolutePath();
  }

  /** The size of all files that are here now. */
  long bytes() {
    long bytes = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        bytes += size(file);
      }
      return bytes;
    } catch (IOException | DirectoryIteratorException e) {
      throw failure("measure the files", e);
    }
  }

  private static long size(Path file) throws IOException {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (NoSuchFileException deletedMeanwhile) {
      return 0;
    }
  }

  /** What RocksDB calls this directory. */
  String location() {
    return path.toAbsolutePath().toString();
  }

  /**
   * Checks, changing nothing, that the index is here and can be read by this version.
   *
   * @throws IndexException if there is nothing
   * @throws NotAnIndexException if there is something else
   * @throws IndexFormatTooNewException if it is an index of a newer version
   */
  void requireReadable() {
    if (isAbsent()) {
      throw absent();
    }
    int version = requireOurs();
    if (version > Metadata.FORMAT_VERSION) {
      throw new IndexFormatTooNewException(index, version, Metadata.FORMAT_VERSION);
    }
  }

  IndexException absent() {
    return new IndexException(
        "no index at " + index + "; make one with create or with secindex load");
  }

  /**
   * Checks, changing nothing, that what is here is an index of ours, of whatever version.
   *
   * @return its format version
   * @throws NotAnIndexException if it is something else
   */
  int requireOurs() {
    if (!Files.isDirectory(path)) {
      throw new NotAnIndexException(index + ": not a directory, and no index");
    }
    if (!Files.exists(path.resolve(CURRENT))) {
      throw new NotAnIndexException(
          index + ": a directory without a RocksDB database (no file CURRENT), and no index");
    }
    NativeLibrary.load();
    RecordLogs.requireSoundManifest(this);
    int version = 0;
    for (byte[] name : BesideWriter.columnFamilies(this)) {
      version = Math.max(version, versionIn(new String(name, UTF_8)));
    }
    if (version == 0) {
      throw new NotAnIndexException(
          index + ": a RocksDB database, but no index of secindex; it is left as it is");
    }
    return version;
  }

  private static int versionIn(String columnFamily) {
    if (!columnFamily.startsWith(Metadata.COLUMN_FAMILY_PREFIX)) {
      return 0;
    }
    try {
      return Integer.parseInt(columnFamily.substring(Metadata.COLUMN_FAMILY_PREFIX.length()));
    } catch (NumberFormatException someoneElses) {
      return 0;
    }
  }

  /**
   * RocksDB's manifest, which grows or is replaced whenever the set of table files changes.
   *
   * @param file its name
   * @param size its length
   */
  record Manifest(String file, long size) {}

  /** The manifest as it is now. */
  Manifest manifest() throws IOException {
    String file = Files.readString(path.resolve(CURRENT), ISO_8859_1).strip();
    if (!file.matches("MANIFEST-\\d+")) {
      throw new CorruptIndexException(
          index + ": the file " + path.resolve(CURRENT) + " is damaged: it names no manifest");
    }
    return new Manifest(file, Files.size(path.resolve(file)));
  }

  /** The file that RocksDB locks for a writer. */
  Path lock() {
    return path.resolve("LOCK");
  }

  /**
   * Deletes the index of whatever version, but no file that is not part of it. Who dies meanwhile
   * leaves it half-made, and so absent.
   *
   * @throws IndexException if a writer has it, or it cannot be deleted
   */
  void drop() {
    List<byte[]> names = BesideWriter.columnFamilies(this);
    try (DBOptions options =
            new DBOptions().setMaxOpenFiles(OpenFiles.FEW).setAvoidFlushDuringRecovery(true);
        ColumnFamilyOptions family = new ColumnFamilyOptions().setDisableAutoCompactions(true)) {
      List<ColumnFamilyDescriptor> families =
          names.stream().map(name -> new ColumnFamilyDescriptor(name, family)).toList();
      // Only RocksDB itself can take its lock, and only by opening.
      RocksDB held = RocksDB.open(options, location(), families, new ArrayList<>());
      try {
        markHalfMade();
      } finally {
        held.close();
      }
    } catch (RocksDBException e) {
      IndexException failure = RocksDbErrors.ofOpening(this, "drop", e);
      if (!(failure instanceof CorruptIndexException || RocksDbErrors.isFull(e))) {
        throw failure;
      }
      markHalfMade(); // The lock was free, and nobody else can open it either.
    }
    delete();
  }

  private void markHalfMade() {
    try {
      Files.createFile(halfMade());
      sync(path);
    } catch (FileAlreadyExistsException e) {
      // By somebody else who drops it.
    } catch (IOException e) {
      throw failure("drop", e);
    }
  }

  /**
   * Deletes what is half-made.
   *
   * @throws IndexException if a writer has it, or it cannot be deleted
   */
  void delete() {
    NativeLibrary.load();
    try (Options options = new Options()) {
      RocksDB.destroyDB(location(), options);
    } catch (RocksDBException e) {
      throw RocksDbErrors.ofOpening(this, "drop", e);
    }
    try {
      deleteLoading();
      StillImage.deleteOld(this, Duration.ZERO);
      Files.deleteIfExists(halfMade());
      Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException e) {
      // Someone keeps files of their own here: not ours to delete.
    } catch (IOException e) {
      throw failure("drop", e);
    }
  }

  /** Deletes what other processes have left that died. */
  void deleteLeftovers() {
    deleteLoading();
    try {
      StillImage.deleteOld(this, IMAGE_AGE);
    } catch (IOException e) {
      throw failure("delete what a reader has left", e);
    }
  }

  /** Deletes what a load or a large update has left. */
  void deleteLoading() {
    if (!Files.isDirectory(loading())) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(loading())) {
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(loading());
    } catch (IOException | DirectoryIteratorException e) {
      throw failure("delete what a load has left in " + loading(), e);
    }
  }

  IndexException failure(String operation, Exception e) {
    return new IndexException(
        index
            + ": cannot "
            + operation
            + ": "
            + e.getClass().getSimpleName()
            + " "
            + e.getMessage()
            + OpenFiles.hint(e.getMessage()),
        e);
  }
}

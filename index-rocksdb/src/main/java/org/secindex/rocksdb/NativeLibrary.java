package org.secindex.rocksdb;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import org.secindex.api.IndexException;

/**
 * RocksDB's native code. rocksdbjni itself would unpack 17 MB into the temporary directory and
 * delete them when the process ends, which one that is killed does not do. So we unpack them, and
 * delete the file as soon as it is loaded.
 */
final class NativeLibrary {
  /** Where rocksdbjni finds its library, or puts it, if this is set. */
  private static final String CHOSEN_DIRECTORY = "ROCKSDB_SHAREDLIB_DIR";

  private NativeLibrary() {}

  /** Name and version of the engine, told without loading it: {@code rocksdbjni 11.8.1}. */
  static String engine() {
    try (InputStream in = NativeLibrary.class.getResourceAsStream("engine.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("engine", "rocksdbjni");
    } catch (IOException e) {
      throw new UncheckedIOException("engine.properties of index-rocksdb cannot be read", e);
    }
  }

  /**
   * Loads the native code; after the first time this does nothing.
   *
   * @throws IndexException if it cannot be loaded here
   */
  static void load() {
    if (RocksDB.rocksdbVersion() != null) {
      return;
    }
    try {
      if (System.getenv(CHOSEN_DIRECTORY) != null) {
        RocksDB.loadLibrary();
      } else {
        unpackAndLoad();
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // rocksdbjni wraps some failures in a bare RuntimeException and lets others through.
      throw failure(e);
    }
  }

  private static void unpackAndLoad() throws IOException {
    String file = Environment.getJniLibraryFileName("rocksdb");
    try (InputStream library = RocksDB.class.getResourceAsStream("/" + file)) {
      if (library == null) {
        throw new FileNotFoundException("its jar does not hold " + file);
      }
      // Nobody else can write there, or could put another file into the place of ours.
      Path directory = Files.createTempDirectory("secindex-rocksdb-");
      // By this name loadLibrary looks for it, and not by that in the jar.
      Path unpacked = directory.resolve(Environment.getJniLibraryFileName("rocksdbjni"));
      try {
        Files.copy(library, unpacked);
        RocksDB.loadLibrary(List.of(directory.toString()));
      } finally {
        delete(unpacked);
        delete(directory);
      }
    }
  }

  /** What is loaded stays loaded without its name, except on Windows, which keeps the file. */
  private static void delete(Path path) {
    if (path.toFile().exists() && !path.toFile().delete()) {
      path.toFile().deleteOnExit();
    }
  }

  private static IndexException failure(Throwable e) {
    Throwable reason = e;
    while (reason.getCause() != null) {
      reason = reason.getCause();
    }
    String text = String.valueOf(reason.getMessage()).lines().findFirst().orElse("");
    if (reason instanceof FileSystemException onDisk) {
      // Its text is the file, which is gone by now.
      text =
          reason.getClass().getSimpleName()
              + " "
              + Objects.requireNonNullElse(onDisk.getReason(), "");
    }
    return new IndexException(
        "rocksdb: the native library of "
            + engine()
            + " does not load on "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch")
            + libc()
            + ": "
            + text
            + "; it is unpacked into "
            + System.getProperty("java.io.tmpdir")
            + ", where programs must be allowed (else set -Djava.io.tmpdir=DIR); the other backends"
            + " work without it",
        e);
  }

  private static String libc() {
    if (Environment.isMuslLibc()) {
      return " with musl";
    }
    return System.getProperty("os.name").equals("Linux") ? " with glibc" : "";
  }
}

package org.secindex.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.rocksdb.RocksDB;
import org.secindex.api.IndexException;

/** RocksDB's native code, which rocksdbjni unpacks into the temporary directory and loads. */
final class NativeLibrary {
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
    try {
      RocksDB.loadLibrary();
    } catch (RuntimeException | LinkageError e) {
      // rocksdbjni wraps some failures in a bare RuntimeException and lets others through.
      Throwable reason = e;
      while (reason.getCause() != null) {
        reason = reason.getCause();
      }
      throw new IndexException(
          "rocksdb: the native library of "
              + engine()
              + " does not load on "
              + System.getProperty("os.name")
              + " "
              + System.getProperty("os.arch")
              + " (unpacked into "
              + System.getProperty("java.io.tmpdir")
              + "): "
              + String.valueOf(reason.getMessage()).lines().findFirst().orElse("no reason given")
              + "; the other backends work without it",
          e);
    }
  }
}

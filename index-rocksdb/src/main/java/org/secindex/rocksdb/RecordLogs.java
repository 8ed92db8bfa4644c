package org.secindex.rocksdb;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.secindex.api.CorruptIndexException;

/** The files of an index that are {@link RecordLog}s: its manifest, and its logs. */
final class RecordLogs {
  private RecordLogs() {}

  /**
   * Checks the manifest, which says what table files there are.
   *
   * @throws CorruptIndexException with file and offset, if it is damaged
   */
  static void requireSoundManifest(IndexDirectory directory) {
    try {
      Path manifest = directory.path().resolve(directory.manifest().file());
      requireSound(directory, manifest, "restore a copy, or delete the directory and load anew");
    } catch (NoSuchFileException e) {
      // Replaced by a writer just now. If it is lost, RocksDB says so.
    } catch (IOException e) {
      throw directory.failure("read the manifest", e);
    }
  }

  /**
   * Checks the logs, which hold what is not in table files yet.
   *
   * @throws CorruptIndexException with file and offset, if one is damaged
   */
  static void requireSoundLogs(IndexDirectory directory) {
    try (DirectoryStream<Path> logs =
        Files.newDirectoryStream(directory.path(), RecordLogs::isLog)) {
      for (Path log : logs) {
        requireSound(
            directory,
            log,
            "restore a copy, or drop the index and load anew; without this file the index opens, and"
                + " lacks all that was updated since it was begun");
      }
    } catch (NoSuchFileException noDirectory) {
      // Whoever opens it will say so.
    } catch (IOException | DirectoryIteratorException e) {
      throw directory.failure("read the logs", e);
    }
  }

  /** Whoever keeps logs of their own here, RocksDB and we leave them alone. */
  private static boolean isLog(Path file) {
    return file.getFileName().toString().matches("\\d+\\.log");
  }

  private static void requireSound(IndexDirectory directory, Path file, String advice)
      throws IOException {
    OptionalLong damage;
    try {
      damage = RecordLog.firstDamage(file);
    } catch (NoSuchFileException deletedMeanwhile) {
      return; // By a writer that has no more use for it.
    }
    if (damage.isPresent()) {
      throw new CorruptIndexException(
          directory.index()
              + ": checksum mismatch in "
              + file
              + " at offset "
              + damage.getAsLong()
              + "; "
              + advice);
    }
  }
}

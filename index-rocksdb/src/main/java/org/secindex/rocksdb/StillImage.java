package org.secindex.rocksdb;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * An image of an index that no writer changes: links to its table files, which never change, and
 * copies of its manifest and logs, in a directory within that of the index. Making it takes
 * milliseconds. Once RocksDB has opened it with all its files, the image can be deleted.
 */
final class StillImage implements AutoCloseable {
  private static final String PREFIX = "reading-";

  private final Path path;

  private StillImage(Path path) {
    this.path = path;
  }

  /**
   * Makes an image; if the manifest has changed meanwhile, it is of no use.
   *
   * @throws IOException if a file has gone meanwhile, or nothing may be written here
   * @throws UnsupportedOperationException if the file system has no links
   */
  static StillImage of(IndexDirectory directory) throws IOException {
    StillImage image = new StillImage(Files.createTempDirectory(directory.path(), PREFIX));
    boolean complete = false;
    try {
      for (Path file : files(directory)) {
        Path name = image.path.resolve(file.getFileName());
        if (file.toString().endsWith(".sst")) {
          Files.createLink(name, file);
        } else {
          Files.copy(file, name);
        }
      }
      complete = true;
      return image;
    } finally {
      if (!complete) {
        image.close();
      }
    }
  }

  /**
   * All of them before any is copied: a log beside which there is a newer one is complete by then.
   * Copied before that one is begun, it could lack its end, and nobody would see the gap.
   */
  private static List<Path> files(IndexDirectory directory) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(directory.path(), "{CURRENT,MANIFEST-*,*.log,*.sst}")) {
      found.forEach(files::add);
      return files;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** What RocksDB calls it. */
  String location() {
    return path.toAbsolutePath().toString();
  }

  /** A message about a file of an image as one about the file that it is an image of. */
  static String named(String message) {
    return message.replaceAll("/" + PREFIX + "\\d+/", "/");
  }

  /** Deletes images whose makers have died: they are as old as that, and are needed no longer. */
  static void deleteOld(IndexDirectory directory, Duration age) throws IOException {
    Instant limit = Instant.now().minus(age);
    try (DirectoryStream<Path> images = Files.newDirectoryStream(directory.path(), PREFIX + "*")) {
      for (Path image : images) {
        if (isOld(image, limit)) {
          new StillImage(image).delete();
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static boolean isOld(Path image, Instant limit) throws IOException {
    try {
      return !Files.getLastModifiedTime(image).toInstant().isAfter(limit);
    } catch (NoSuchFileException deletedByItsMaker) {
      return false;
    }
  }

  private void delete() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(path);
    } catch (NoSuchFileException byAnother) {
      // As it should be.
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** Deletes it; what cannot be deleted now is left to the next writer. */
  @Override
  public void close() {
    try {
      delete();
    } catch (IOException leftToTheNextWriter) {
      // Reading does not depend on it.
    }
  }
}

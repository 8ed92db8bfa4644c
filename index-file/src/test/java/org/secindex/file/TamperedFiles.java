package org.secindex.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What tests do to the files of an index. */
final class TamperedFiles {
  private TamperedFiles() {}

  /** All files, sorted by name. */
  static List<Path> files(Path index) {
    try (Stream<Path> files = Files.list(index)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The only or newest file whose name begins so. */
  static Path file(Path index, String prefix) {
    return files(index).stream()
        .filter(file -> file.getFileName().toString().startsWith(prefix))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** Gives the manifest the format version 7, with a checksum that is right. */
  static void makeManifestNewer(Path index) {
    Path manifest = file(index, "manifest-");
    byte[] content = read(manifest);
    ByteBuffer buffer = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(8, 7);
    buffer.putInt(16, Preamble.crc(buffer, 0, 16));
    write(manifest, content);
  }

  static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void write(Path file, byte[] content) {
    try {
      Files.write(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package org.secindex.ingest;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A file on its way to its place: written beside it, under a name of its own, which begins with a
 * dot, so that no folder of inputs has it. It is gone when it is closed, unless it has taken its
 * place before.
 *
 * <p>It is locked as long as this process lives. One that is not was left behind by a process that
 * was killed, and goes when a file is written to the same place again.
 */
final class PartFile implements AutoCloseable {
  private static final String END = ".part";
  private static final int RANDOM_DIGITS = 8;

  private final Path place;
  private final Path path;
  private final FileChannel channel;

  private PartFile(Path place, Path path, FileChannel channel) {
    this.place = place;
    this.path = path;
    this.channel = channel;
  }

  /** Begins a file that is to replace what stands at this place; not a link to it. */
  static PartFile beside(Path place) throws IOException {
    removeLeftBehind(place);
    while (true) {
      String random = UUID.randomUUID().toString().substring(0, RANDOM_DIGITS);
      Path path = place.resolveSibling(start(place) + random + END);
      FileChannel channel = FileChannel.open(path, CREATE_NEW, WRITE);
      if (isOurs(channel, path)) {
        return new PartFile(place, path, channel);
      }
      channel.close();
    }
  }

  /** Locks it, unless it has been taken meanwhile for one that was left behind. */
  private static boolean isOurs(FileChannel channel, Path path) {
    try {
      return channel.tryLock() != null && Files.exists(path);
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      // A file system without locks, where none is taken for that.
      return true;
    }
  }

  private static String start(Path place) {
    return "." + place.getFileName() + ".";
  }

  private static void removeLeftBehind(Path place) throws IOException {
    String start = start(place);
    int length = start.length() + RANDOM_DIGITS + END.length();
    DirectoryStream.Filter<Path> parts =
        file -> {
          String name = String.valueOf(file.getFileName());
          return name.length() == length && name.startsWith(start) && name.endsWith(END);
        };
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(place), parts)) {
      for (Path file : files) {
        try (FileChannel channel = FileChannel.open(file, WRITE)) {
          if (channel.tryLock() != null) {
            Files.deleteIfExists(file);
          }
        } catch (IOException | OverlappingFileLockException e) {
          // Of another user, or written by another thread: not ours to remove.
        }
      }
    }
  }

  private static Path folder(Path place) {
    Path folder = place.toAbsolutePath().getParent();
    return folder == null ? place : folder;
  }

  /** Takes what the file is to hold. Closing it does nothing. */
  OutputStream content() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int start, int length) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes, start, length);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
      }
    };
  }

  /** Takes its place, durably; nothing may be written any more. */
  void publish() throws IOException {
    channel.force(true);
    Files.move(path, place, ATOMIC_MOVE);
    if (path.getFileSystem().getSeparator().equals("/")) { // Windows cannot open folders.
      try (FileChannel names = FileChannel.open(folder(place), READ)) {
        names.force(true);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      Files.deleteIfExists(path);
    }
  }
}

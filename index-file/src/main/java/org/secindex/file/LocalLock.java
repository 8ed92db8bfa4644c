package org.secindex.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;
import org.secindex.api.TransientIndexException;

/** A lock on a file, which the operating system takes back when the process dies. */
final class LocalLock implements WriterLock {
  /**
   * Lock files held by this process. POSIX ends a process's lock when the process closes any
   * descriptor of the file, so one that is held here must not even be opened again; that is a fact
   * of the process, hence static.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path key;
  private final Path path;
  private final FileChannel channel;
  private final FileLock lock;
  private final @Nullable Object identity;

  private LocalLock(Path key, Path path, FileChannel channel, FileLock lock) throws IOException {
    this.key = key;
    this.path = path;
    this.channel = channel;
    this.lock = lock;
    identity = LocalFile.identity(path);
  }

  static LocalLock take(Path path, String address) {
    Path key = realPath(path);
    if (!HELD.add(key)) {
      throw inUse(address, "this process");
    }
    LocalLock taken = null;
    try {
      taken = tryLock(key, path);
    } catch (IOException e) {
      throw LocalErrors.of("cannot lock", path, e);
    } finally {
      if (taken == null) {
        HELD.remove(key);
      }
    }
    if (taken == null) {
      throw inUse(address, "another process");
    }
    return taken;
  }

  private static Path realPath(Path path) {
    try {
      Path directory = path.toAbsolutePath().getParent();
      return directory == null
          ? path.toAbsolutePath()
          : directory.toRealPath().resolve(String.valueOf(path.getFileName()));
    } catch (IOException e) {
      throw LocalErrors.of("cannot lock", path, e);
    }
  }

  /** Null if another process has the lock. */
  private static @Nullable LocalLock tryLock(Path key, Path path) throws IOException {
    for (int attempt = 0; ; attempt++) {
      FileChannel channel =
          FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
      boolean taken = false;
      try {
        FileLock lock = channel.tryLock();
        if (lock == null) {
          return null;
        }
        if (channel.size() == 0) {
          LocalLock result = new LocalLock(key, path, channel, lock);
          taken = true;
          return result;
        }
      } catch (OverlappingFileLockException e) {
        // Held in this process after all, by a copy of this class from another class loader.
        return null;
      } finally {
        if (!taken) {
          channel.close();
        }
      }
      // Whoever had it before has deleted the file, so that a lock on it keeps nobody out; if it is
      // there still, he was killed before he could.
      if (attempt > 0) {
        Files.deleteIfExists(path);
      }
    }
  }

  private static IndexException inUse(String address, String by) {
    return new IndexException(
        address
            + ": in use by another writer, in "
            + by
            + "; one writer at a time: close it, or wait until it has ended");
  }

  @Override
  public void check() {
    if (!lock.isValid() || !isThere()) {
      throw new TransientIndexException(
          path + ": the right to write has been lost; open the index again");
    }
  }

  /** Whether it is still this file that others would have to lock. */
  private boolean isThere() {
    try {
      return Objects.equals(LocalFile.identity(path), identity);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw LocalErrors.of("cannot look at", path, e);
    }
  }

  @Override
  public void delete() {
    try {
      // Seen by those who have opened the file already, and will get the lock on it afterwards.
      channel.write(ByteBuffer.allocate(1), 0);
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw LocalErrors.of("cannot delete", path, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw LocalErrors.of("cannot unlock", path, e);
    } finally {
      HELD.remove(key);
    }
  }
}

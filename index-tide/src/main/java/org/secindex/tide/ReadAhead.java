package org.secindex.tide;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the next block of a file while the one before is gone through. To go through small entries
 * takes as long as to read them from the page cache; so a scan takes as long as one of the two.
 */
final class ReadAhead implements AutoCloseable {
  /** Room before a block for what is left of the one before. */
  private static final int ROOM = 64 << 10;

  private final TideSource source;

  /** Its thread ends by itself when it has nothing to do, closed or not. */
  private final ThreadPoolExecutor reader;

  private ByteBuffer inUse = ByteBuffer.allocateDirect(ROOM + Window.LARGE);
  private ByteBuffer spare = ByteBuffer.allocateDirect(ROOM + Window.LARGE);
  private @Nullable Future<Integer> pending;
  private long pendingAt;

  ReadAhead(TideSource source) {
    this.source = source;
    reader =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "secindex-tide-read-ahead");
              thread.setDaemon(true);
              return thread;
            });
    reader.allowCoreThreadTimeOut(true);
  }

  /** Begins to read a block there. What was begun before, and not taken, is given up. */
  void start(long at) {
    await();
    ByteBuffer block = spare.slice(ROOM, Window.LARGE);
    pendingAt = at;
    pending = reader.submit(() -> fill(block, at));
  }

  private int fill(ByteBuffer block, long at) throws IOException {
    while (block.hasRemaining() && source.read(at + block.position(), block) > 0) {
      // A block may come in parts.
    }
    return block.position();
  }

  /**
   * The bytes from a position on, out of the block that is being read and what is left of the one
   * before it.
   *
   * @param left the bytes from the position to the beginning of the block, if it lies before
   * @return null if there is no block there, or it does not have {@code length} bytes; they are
   *     then to be read as if nothing had been begun, which fails as it should
   */
  @Nullable ByteBuffer take(long position, int length, ByteBuffer left) {
    long skipped = position + left.remaining() - pendingAt;
    if (pending == null || skipped < 0 || skipped > Window.LARGE || left.remaining() > ROOM) {
      return null;
    }
    int size = await() - (int) skipped + left.remaining();
    if (size < length) {
      return null;
    }
    int start = ROOM + (int) skipped - left.remaining();
    spare.put(start, left, left.position(), left.remaining());
    ByteBuffer block = spare.slice(start, size);
    ByteBuffer free = inUse;
    inUse = spare;
    spare = free;
    return block;
  }

  /** How many bytes were read; 0 if that failed, or nothing was begun. */
  private int await() {
    Future<Integer> block = pending;
    pending = null;
    if (block == null) {
      return 0;
    }
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return block.get();
        } catch (InterruptedException e) {
          // The buffer is still being filled.
          interrupted = true;
        } catch (ExecutionException e) {
          // Reading it again tells why.
          return 0;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    await();
    reader.shutdown();
  }
}

package org.secindex.file;

import java.nio.ByteBuffer;

/**
 * A file in mapped memory, from which bytes are copied; nothing is ever worked on in place. Safe
 * for use by several threads, as long as it is not closed meanwhile.
 *
 * <p>A page that cannot be had, since the file has been cut short or the disk has failed, ends a
 * copy half-way. The JVM reports that by an {@link InternalError}, at once or at some later point
 * of the thread, which may be far behind. So both ends of the target are marked first: a mark that
 * is still there tells that the error is on its way, and it is waited for.
 */
final class Mapping implements AutoCloseable {
  /** The least that has room for both marks. */
  static final int SMALLEST_COPY = 2 * Long.BYTES;

  private static final long MARK = 0x5ec1_4de8_0bad_9a6eL;
  private static final int PATIENCE = 1000;

  private final ByteBuffer bytes;
  private final AutoCloseable unmapping;

  Mapping(MappedMemory memory) {
    bytes = memory.bytes();
    unmapping = memory.unmapping();
  }

  int size() {
    return bytes.capacity();
  }

  /**
   * Copies bytes that lie within the mapping.
   *
   * @param length at least {@link #SMALLEST_COPY}
   * @return false if a page cannot be had; what has been copied is of no meaning then
   */
  boolean copy(int offset, ByteBuffer into, int at, int length) {
    int last = at + length - Long.BYTES;
    into.putLong(at, MARK).putLong(last, MARK);
    try {
      into.put(at, bytes, offset, length);
      if (into.getLong(at) != MARK && into.getLong(last) != MARK) {
        return true;
      }
      awaitError();
      // Nothing was reported: the file does hold these very bytes.
      return true;
    } catch (InternalError e) {
      return false;
    }
  }

  /** The JVM throws what is due when it has work of its own to do in this thread. */
  private static void awaitError() {
    for (int i = 0; i < PATIENCE; i++) {
      // Too large for what a thread has set aside, so that the JVM has to be asked.
      byte[] large = new byte[1 << 20];
      StackTraceElement[] stack = new Throwable().getStackTrace();
      large[i] = (byte) stack.length;
    }
  }

  /** Unmaps the file. Whoever copies afterwards may end the JVM. */
  @Override
  public void close() {
    try {
      unmapping.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) { // AutoCloseable declares no less.
      throw new IllegalStateException(e);
    }
  }
}

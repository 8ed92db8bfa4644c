package org.secindex.file;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import org.jspecify.annotations.Nullable;

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
  private static final @Nullable MethodHandle UNMAP = unmap();

  private final MappedByteBuffer bytes;

  Mapping(MappedByteBuffer bytes) {
    this.bytes = bytes;
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

  /**
   * Unmaps the file, where the JVM has the means; otherwise the memory and, of a file that has been
   * deleted, the place on the disk are kept until the garbage is collected. Whoever copies
   * afterwards ends the JVM.
   */
  @Override
  public void close() {
    if (UNMAP == null) {
      return;
    }
    try {
      UNMAP.invokeExact((ByteBuffer) bytes);
    } catch (UnsupportedOperationException e) {
      // This JVM has been told to refuse it: as if it did not have the means.
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) { // MethodHandle declares no less.
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable MethodHandle unmap() {
    try {
      Class<?> type = Class.forName("sun.misc.Unsafe");
      Field field = type.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return MethodHandles.lookup()
          .findVirtual(type, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
          .bindTo(field.get(null));
    } catch (ReflectiveOperationException | RuntimeException e) {
      // A JVM without it, or one that was told to refuse.
      return null;
    }
  }
}

package org.secindex.file;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import org.jspecify.annotations.Nullable;

/**
 * A whole file in mapped memory that can be given back: by an {@code Arena} from Java 22 on, before
 * by {@code sun.misc.Unsafe}, of which later versions warn. Where the JVM has neither, the memory
 * and, of a file that has been deleted, the place on the disk are kept until the garbage is
 * collected.
 *
 * @param bytes the file
 * @param unmapping gives the memory back; whoever reads the bytes afterwards may end the JVM
 */
record MappedMemory(ByteBuffer bytes, AutoCloseable unmapping) {
  private static final @Nullable Class<?> ARENA = type("java.lang.foreign.Arena");
  private static final @Nullable Object UNSAFE = ARENA == null ? unsafe() : null;

  /** Maps a file that is shorter than 2 GiB. */
  static MappedMemory of(FileChannel channel) throws IOException {
    Class<?> arena = ARENA;
    try {
      return arena == null ? byUnsafe(channel) : byArena(channel, arena);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IOException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JVM has another Arena than Java 22", e);
    }
  }

  private static MappedMemory byArena(FileChannel channel, Class<?> type)
      throws ReflectiveOperationException, IOException {
    AutoCloseable arena = (AutoCloseable) type.getMethod("ofShared").invoke(null);
    Object segment =
        FileChannel.class
            .getMethod("map", MapMode.class, long.class, long.class, type)
            .invoke(channel, MapMode.READ_ONLY, 0L, channel.size(), arena);
    Method asByteBuffer =
        Class.forName("java.lang.foreign.MemorySegment").getMethod("asByteBuffer");
    return new MappedMemory((ByteBuffer) asByteBuffer.invoke(segment), arena);
  }

  private static MappedMemory byUnsafe(FileChannel channel)
      throws ReflectiveOperationException, IOException {
    ByteBuffer bytes = channel.map(MapMode.READ_ONLY, 0, channel.size());
    Object unsafe = UNSAFE;
    if (unsafe == null) {
      return new MappedMemory(bytes, () -> {});
    }
    Method invokeCleaner = unsafe.getClass().getMethod("invokeCleaner", ByteBuffer.class);
    return new MappedMemory(bytes, () -> invokeCleaner.invoke(unsafe, bytes));
  }

  private static @Nullable Class<?> type(String name) {
    try {
      // Java 21 has it as a preview, which may not be used.
      return Runtime.version().feature() >= 22 ? Class.forName(name) : null;
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static @Nullable Object unsafe() {
    try {
      Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return field.get(null);
    } catch (ReflectiveOperationException | RuntimeException e) {
      // A JVM without it, or one that was told to refuse.
      return null;
    }
  }
}

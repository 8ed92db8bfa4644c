package org.secindex.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * How an entry is stored. Its key: the eight big-endian bytes of {@link
 * org.secindex.api.KeyDomain#toByteOrder}, so that RocksDB's bytewise comparator gives the domain's
 * order. Its value: chunkId, then subChunkId, four big-endian bytes each.
 */
final class EntryBytes {
  /** Length of a key, and of a value. */
  static final int LENGTH = 8;

  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private EntryBytes() {}

  static void put(byte[] bytes, long bits) {
    BIG_ENDIAN.set(bytes, 0, bits);
  }

  static long get(byte[] bytes) {
    return (long) BIG_ENDIAN.get(bytes, 0);
  }

  static byte[] of(long bits) {
    byte[] bytes = new byte[LENGTH];
    put(bytes, bits);
    return bytes;
  }

  static long value(int chunkId, int subChunkId) {
    return ((long) chunkId << 32) | (subChunkId & 0xffffffffL);
  }

  static int chunkId(long value) {
    return (int) (value >>> 32);
  }

  static int subChunkId(long value) {
    return (int) value;
  }

  /** Whether both parts are {@code >= 0}, as those of every location are. */
  static boolean isLocation(long value) {
    return (value & 0x8000_0000_8000_0000L) == 0;
  }
}

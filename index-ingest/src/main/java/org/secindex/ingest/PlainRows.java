package org.secindex.ingest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.secindex.api.KeyDomain;

/**
 * The short cut for rows as nearly all are: whole numbers in the wanted columns, no escape, no
 * quote, as many columns as in the first row. Fields are told apart and numbers read in one go.
 * Anything else is left to {@link FieldSyntax} and {@link NumberParser}, which give the same
 * entries for these rows.
 */
final class PlainRows {
  /** What a byte is in a row. */
  static final byte ORDINARY = 0;

  static final byte SEPARATOR = 1;
  static final byte LINE_FEED = 2;
  static final byte CARRIAGE_RETURN = 3;

  /** The row is not plain. */
  static final byte SPECIAL = 4;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ZEROS = 0x3030303030303030L;
  private static final long[] POWERS = {
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000
  };

  /** So many digits fit 64 bits, for sure as an unsigned number. */
  private static final int MOST_DIGITS = 19;

  private final byte[] kinds;
  private final int[] wanted;
  private final int[] roles;

  /** Key, chunk and subchunk of the row; those that are no columns stay what they are. */
  private final long[] values;

  private final boolean signed;
  private final int width;

  /**
   * @param kinds what each byte is
   * @param wanted the columns, ascending from 1
   * @param roles what each of them is: 0 the key, 1 the chunk, 2 the subchunk
   * @param chunkId the chunk, if it is no column
   * @param subChunkId the subchunk, if it is no column
   * @param width how many columns each row has
   */
  PlainRows(
      byte[] kinds,
      int[] wanted,
      int[] roles,
      int chunkId,
      int subChunkId,
      KeyDomain domain,
      int width) {
    this.kinds = kinds;
    this.wanted = wanted;
    this.roles = roles;
    values = new long[] {0, chunkId, subChunkId};
    signed = domain == KeyDomain.SIGNED;
    this.width = width;
  }

  /** What the bytes are in a row whose fields stand between these. */
  static byte[] kinds(char separator, char special) {
    byte[] kinds = new byte[256];
    kinds[separator] = SEPARATOR;
    kinds[special] = SPECIAL;
    kinds['\n'] = LINE_FEED;
    kinds['\r'] = CARRIAGE_RETURN;
    return kinds;
  }

  /**
   * Parses the row that begins at {@code from}; a line feed ends it or one behind it.
   *
   * @return where the next one begins, or -1 if this one is not plain, and then nothing was done
   */
  int parse(byte[] b, int from, ParsedRows into) {
    if (b[from] == (byte) 0xEF) {
      return -1;
    }
    int p = from;
    int column = 1;
    for (int slot = 0; slot < wanted.length; slot++) {
      while (column < wanted[slot]) {
        p = endOfField(b, p);
        if (kinds[b[p] & 0xff] != SEPARATOR) {
          return -1;
        }
        p++;
        column++;
      }
      int role = roles[slot];
      boolean negative = b[p] == '-' && role == 0 && signed;
      int start = negative ? p + 1 : p;
      p = start;
      long value = 0;
      long digits = (long) LONG.get(b, p) ^ ZEROS;
      long others = others(digits);
      while (others == 0 && p - start < MOST_DIGITS) {
        value = value * 100_000_000 + number(digits);
        p += 8;
        digits = (long) LONG.get(b, p) ^ ZEROS;
        others = others(digits);
      }
      int bits = Long.numberOfTrailingZeros(others) & 0x38;
      if (bits != 0) {
        // The digits to the end of the eight bytes, zeros before them.
        value = value * POWERS[bits >>> 3] + number(digits << -bits);
        p += bits >>> 3;
      }
      int length = p - start;
      boolean fits = length < MOST_DIGITS || (length == MOST_DIGITS && value >= 0);
      if (length == 0 || !fits || kinds[b[p] & 0xff] == ORDINARY) {
        return -1;
      }
      values[role] = negative ? -value : value;
    }
    int end = endOfRow(b, p, column);
    // Both are 0 or more: larger than an int if any of the high bits is set.
    if (end < 0 || (values[1] | values[2]) > Integer.MAX_VALUE) {
      return -1;
    }
    into.add(values[0], (int) values[1], (int) values[2]);
    return end;
  }

  private int endOfField(byte[] b, int from) {
    int p = from;
    while (kinds[b[p] & 0xff] == ORDINARY) {
      p++;
    }
    return p;
  }

  private int endOfRow(byte[] b, int from, int firstColumn) {
    int p = from;
    int column = firstColumn;
    while (kinds[b[p] & 0xff] == SEPARATOR) {
      column++;
      p = endOfField(b, p + 1);
    }
    if (kinds[b[p] & 0xff] == CARRIAGE_RETURN) {
      p++;
    }
    return column == width && b[p] == '\n' ? p + 1 : -1;
  }

  /** The highest bit of each of eight bytes that is not 0 .. 9; those behind the first may err. */
  private static long others(long digits) {
    return (digits + 0x7676767676767676L | digits) & 0x8080808080808080L;
  }

  /**
   * The number of eight digits, the first of which is the lowest byte: pairs are joined to numbers
   * below 100, these to numbers below 10000, and so on.
   */
  private static long number(long digits) {
    long pairs = digits * 10 + (digits >>> 8);
    return ((pairs & 0x000000FF000000FFL) * 0x000F424000000064L
            + ((pairs >>> 16) & 0x000000FF000000FFL) * 0x0000271000000001L)
        >>> 32;
  }
}

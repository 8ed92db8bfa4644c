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
  private final int chunkId;
  private final int subChunkId;
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
    this.chunkId = chunkId;
    this.subChunkId = subChunkId;
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
    long key = 0;
    int chunk = chunkId;
    int subChunk = subChunkId;
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
      int more;
      do {
        long digits = (long) LONG.get(b, p) ^ ZEROS;
        more = digitsIn(digits);
        // The digits to the end of the eight bytes, zeros before them.
        value = value * POWERS[more] + (more == 0 ? 0 : number(digits << ((8 - more) << 3)));
        p += more;
      } while (more == 8 && p - start <= MOST_DIGITS);
      int length = p - start;
      boolean fits = length < MOST_DIGITS || (length == MOST_DIGITS && value >= 0);
      if (length == 0 || !fits || kinds[b[p] & 0xff] == ORDINARY) {
        return -1;
      }
      if (role == 0) {
        key = negative ? -value : value;
      } else if (value > Integer.MAX_VALUE) {
        return -1;
      } else if (role == 1) {
        chunk = (int) value;
      } else {
        subChunk = (int) value;
      }
    }
    int end = endOfRow(b, p, column);
    if (end >= 0) {
      into.add(key, chunk, subChunk);
    }
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

  /** How many of eight bytes are 0 .. 9, up to the first that is not. */
  private static int digitsIn(long digits) {
    long others = (digits + 0x7676767676767676L | digits) & 0x8080808080808080L;
    return Long.numberOfTrailingZeros(others) >>> 3;
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

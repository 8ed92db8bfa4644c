package org.secindex.mysql;

import java.io.InputStream;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;

/**
 * Entries as the lines that {@code LOAD DATA} reads: key, chunk and subchunk in decimal, between
 * tabs.
 */
final class TsvStream extends InputStream {
  /** A sign, 19 digits, twice 10 digits, two tabs and a line end; or 20 digits without a sign. */
  private static final int LONGEST_LINE = 43;

  private final boolean signed;
  private final EntryBatch batch;
  private final int end;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private int row;

  /** Entries {@code from .. to-1} of a batch. */
  TsvStream(KeyDomain domain, EntryBatch batch, int from, int to) {
    signed = domain == KeyDomain.SIGNED;
    this.batch = batch;
    row = from;
    end = to;
  }

  @Override
  public int read() {
    return fill() ? buffer[position++] : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int n = Math.min(length, limit - position);
    System.arraycopy(buffer, position, into, offset, n);
    position += n;
    return n;
  }

  private boolean fill() {
    if (position < limit) {
      return true;
    }
    int at = 0;
    while (row < end && at <= buffer.length - LONGEST_LINE) {
      long key = batch.keys[row];
      if (signed && key < 0) {
        buffer[at++] = '-';
        key = -key;
      }
      at = putDecimal(buffer, at, key);
      buffer[at++] = '\t';
      at = putDecimal(buffer, at, batch.chunkIds[row]);
      buffer[at++] = '\t';
      at = putDecimal(buffer, at, batch.subChunkIds[row]);
      buffer[at++] = '\n';
      row++;
    }
    position = 0;
    limit = at;
    return at > 0;
  }

  /** Writes a number, read as unsigned, and returns where it ends. */
  static int putDecimal(byte[] buffer, int at, long value) {
    long v = value;
    int end = at + digits(v);
    int i = end;
    if (v < 0) {
      long quotient = Long.divideUnsigned(v, 10);
      buffer[--i] = (byte) ('0' + (v - quotient * 10));
      v = quotient;
    }
    while (v > Integer.MAX_VALUE) {
      long quotient = v / 10;
      buffer[--i] = (byte) ('0' + (v - quotient * 10));
      v = quotient;
    }
    int small = (int) v;
    do {
      int quotient = small / 10;
      buffer[--i] = (byte) ('0' + (small - quotient * 10));
      small = quotient;
    } while (small != 0);
    return end;
  }

  private static int digits(long value) {
    if (value < 0) {
      return Long.compareUnsigned(value, -8446744073709551616L) >= 0 ? 20 : 19;
    }
    int digits = 1;
    for (long power = 10; digits < 19 && value >= power; power *= 10) {
      digits++;
    }
    return digits;
  }
}

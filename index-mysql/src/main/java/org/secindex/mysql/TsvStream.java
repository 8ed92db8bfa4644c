package org.secindex.mysql;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.KeyDomain;

/**
 * Entries as the lines that {@code LOAD DATA} reads: key, chunk and subchunk in decimal, between
 * tabs. A long stream of entries is given in several parts, each of which ends as a file does.
 *
 * <p>When the source fails, the part ends there, and {@link #rethrow} throws what it threw: an
 * exception thrown into the driver would be taken for a fault of the connection.
 */
final class TsvStream extends InputStream {
  /** A sign, 19 digits, twice 10 digits, two tabs and a line end; or 20 digits without a sign. */
  private static final int LONGEST_LINE = 43;

  private final boolean signed;
  private final EntrySource source;
  private final EntryBatch batch;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private int row;
  private long rowsLeft;
  private long rows;
  private boolean ended;
  private @Nullable Throwable failure;

  /** Entries of a source, which is read as the lines are asked for. */
  TsvStream(KeyDomain domain, EntrySource source) {
    this(domain, new EntryBatch(), source);
  }

  /** The entries of a batch, which is not changed. */
  TsvStream(KeyDomain domain, EntryBatch batch) {
    this(domain, batch, into -> false);
  }

  private TsvStream(KeyDomain domain, EntryBatch batch, EntrySource source) {
    signed = domain == KeyDomain.SIGNED;
    this.batch = batch;
    this.source = source;
  }

  /**
   * Begins the next part, of at most {@code maxRows} entries.
   *
   * @return false if there are no more entries
   */
  boolean nextPart(long maxRows) {
    rows = 0;
    rowsLeft = maxRows;
    boolean more = hasRow();
    rethrow();
    return more;
  }

  /** How many entries of the current part have been given. */
  long rows() {
    return rows;
  }

  /** Throws what the source threw, if it did. */
  void rethrow() {
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }

  // Whatever an embedder's source throws must come out of load as it is, errors included.
  private boolean hasRow() {
    if (row < batch.size()) {
      return true;
    }
    if (ended) {
      return false;
    }
    try {
      ended = !source.read(batch);
      row = ended ? batch.size() : 0;
      return !ended;
    } catch (RuntimeException | Error e) {
      failure = e;
      ended = true;
      batch.clear();
      return false;
    }
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
    while (at <= buffer.length - LONGEST_LINE && rowsLeft > 0 && hasRow()) {
      int n = (int) Math.min(rowsLeft, batch.size() - row);
      int end = row + n;
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
        rowsLeft--;
        rows++;
      }
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

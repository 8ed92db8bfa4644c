package org.secindex.ingest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;

/** Writes entries as rows of key, chunk and subchunk, in any {@link Format}. */
final class EntryWriter {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int MOST_ROW_BYTES = 64;
  private static final byte[] LEAST_KEY = Long.toString(Long.MIN_VALUE).getBytes(US_ASCII);

  private final OutputStream out;
  private final Format format;
  private final KeyDomain domain;
  private final byte separator;
  private final byte[] buffer = new byte[1 << 16];
  private int length;

  EntryWriter(OutputStream out, Format format, KeyDomain domain) {
    this.out = out;
    this.format = format;
    this.domain = domain;
    separator =
        (byte)
            switch (format) {
              case TSV, BINARY -> '\t';
              case CSV -> ',';
              case WHITESPACE -> ' ';
            };
  }

  void write(EntryBatch batch) throws IOException {
    for (int i = 0; i < batch.size(); i++) {
      if (length > buffer.length - MOST_ROW_BYTES) {
        flush();
      }
      if (format == Format.BINARY) {
        LONGS.set(buffer, length, batch.keys[i]);
        long location = (long) batch.chunkIds[i] << 32 | batch.subChunkIds[i];
        LONGS.set(buffer, length + Long.BYTES, location);
        length += 2 * Long.BYTES;
      } else {
        key(batch.keys[i]);
        buffer[length++] = separator;
        digits(batch.chunkIds[i]);
        buffer[length++] = separator;
        digits(batch.subChunkIds[i]);
        buffer[length++] = '\n';
      }
    }
  }

  private void key(long key) {
    if (key >= 0) {
      digits(key);
    } else if (domain == KeyDomain.UNSIGNED) {
      long tenth = Long.divideUnsigned(key, 10);
      digits(tenth);
      digits(key - 10 * tenth);
    } else if (key == Long.MIN_VALUE) {
      System.arraycopy(LEAST_KEY, 0, buffer, length, LEAST_KEY.length);
      length += LEAST_KEY.length;
    } else {
      buffer[length++] = '-';
      digits(-key);
    }
  }

  /** Writes a number {@code >= 0}. */
  private void digits(long number) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    length += digits;
    int at = length;
    long rest = number;
    do {
      buffer[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
  }

  /** Hands over what has been written. */
  void flush() throws IOException {
    out.write(buffer, 0, length);
    length = 0;
  }
}

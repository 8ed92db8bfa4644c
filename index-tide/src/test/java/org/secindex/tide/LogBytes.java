package org.secindex.tide;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/**
 * Makes logs byte by byte, right ones and wrong ones, and remembers what is in them. Shares no code
 * with the writer.
 */
final class LogBytes {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final List<Placed> entries = new ArrayList<>();

  /**
   * An entry and where it lies.
   *
   * @param blockStart of its chunk in the file
   * @param blockEnd of its chunk in the file
   * @param start of the entry in the file; that of its chunk if it is compressed
   * @param end likewise
   */
  record Placed(Entry entry, int blockStart, int blockEnd, int start, int end) {}

  /** An entry of a chunk to be; the payload's bytes as characters 0 .. 255. */
  record In(long channel, long time, String payload) {
    byte[] bytes() {
      return payload.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  LogBytes tide() {
    return raw(le("TIDE", 10L)).raw(le((byte) 0, (byte) 0, 0, 0));
  }

  LogBytes raw(byte[] more) {
    bytes.writeBytes(more);
    return this;
  }

  LogBytes chan(int id, String name) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    return raw(le("CHAN", 21L + text.length, id, (byte) text.length, text, 0, 0, 0, 0));
  }

  /** A chunk whose header is true. */
  LogBytes chnk(int id, Compression compression, In... in) {
    long start = -1;
    long end = 0;
    for (In entry : in) {
      start = Long.compareUnsigned(entry.time, start) < 0 ? entry.time : start;
      end = Long.compareUnsigned(entry.time, end) > 0 ? entry.time : end;
    }
    return chnk(id, in.length, start, end, compression, new byte[0], in);
  }

  /** A chunk whose header says what it is told, with bytes behind its entries. */
  LogBytes chnk(
      int id, int count, long start, long end, Compression compression, byte[] spare, In... in) {
    byte[] stored = compress(compression, entries(in));
    raw(le("CHNK", 25L + stored.length + spare.length, id, count, start, end));
    raw(new byte[] {(byte) code(compression)});
    remember(id, compression, stored.length, 12 + 25 + spare.length, in);
    return raw(stored).raw(spare);
  }

  /** A chunk as libtidelog begins it, with entries behind it. */
  LogBytes unfinished(int id, In... in) {
    raw(le("CHNK", 25L, id, 0, -1L, 0L, (byte) 0));
    byte[] bare = entries(in);
    remember(id, Compression.NONE, bare.length, 37, in);
    return raw(bare);
  }

  private void remember(int id, Compression compression, int stored, int more, In... in) {
    int block = bytes.size() - 37;
    int at = bytes.size();
    long offset = 0;
    for (In entry : in) {
      int size = 16 + entry.payload.length();
      Entry made = new Entry(entry.channel, entry.time, id & 0xffff_ffffL, offset, entry.payload);
      boolean plain = compression == Compression.NONE;
      entries.add(
          new Placed(
              made,
              block,
              block + stored + more,
              plain ? at : block,
              plain ? at + size : block + stored + more));
      at += size;
      offset += size;
    }
  }

  /** Rows are chunk, time, offset, one after the other. */
  LogBytes indx(int channel, long... rows) {
    raw(le("INDX", 8L + rows.length / 3 * 20L, channel, rows.length / 3));
    for (int i = 0; i < rows.length; i += 3) {
      raw(le((int) rows[i], rows[i + 1], rows[i + 2]));
    }
    return this;
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }

  int size() {
    return bytes.size();
  }

  /** What is in it, in file order. */
  List<Placed> placed() {
    return List.copyOf(entries);
  }

  List<Entry> entries() {
    return entries.stream().map(Placed::entry).toList();
  }

  static byte[] entries(In... in) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (In entry : in) {
      out.writeBytes(le((int) entry.channel, entry.time, entry.payload.length(), entry.bytes()));
    }
    return out.toByteArray();
  }

  private static int code(Compression compression) {
    return switch (compression) {
      case NONE -> 0;
      case GZIP -> 1;
      case BZIP2 -> 2;
    };
  }

  private static byte[] compress(Compression compression, byte[] plain) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream to =
        switch (compression) {
          case NONE -> out;
          case GZIP -> new GZIPOutputStream(out);
          case BZIP2 -> new BZip2CompressorOutputStream(out);
        }) {
      to.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Numbers, letters and bytes, one after the other, little-endian. */
  static byte[] le(Object... parts) {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
    for (Object part : parts) {
      if (part instanceof String letters) {
        buffer.put(letters.getBytes(StandardCharsets.US_ASCII));
      } else if (part instanceof Long number) {
        buffer.putLong(number);
      } else if (part instanceof Integer number) {
        buffer.putInt(number);
      } else if (part instanceof Byte number) {
        buffer.put(number);
      } else {
        buffer.put((byte[]) part);
      }
    }
    byte[] bytes = new byte[buffer.position()];
    buffer.flip().get(bytes);
    return bytes;
  }
}

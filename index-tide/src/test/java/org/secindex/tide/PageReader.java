package org.secindex.tide;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/** Reads logs after the page that describes the format, and shares no code with the library. */
final class PageReader {
  final Map<Long, String> channels = new TreeMap<>();
  final List<long[]> chunks = new ArrayList<>();
  final List<Entry> entries = new ArrayList<>(), rows = new ArrayList<>();
  final long channelCount, chunkCount;
  private ByteBuffer in;

  PageReader(byte[] file) throws IOException {
    in = ByteBuffer.wrap(file).order(LITTLE_ENDIAN);
    if (!text(4).equals("TIDE") || in.getLong() != 10 || in.get() > 1 || in.get() != 0) {
      throw new IOException("TIDE");
    }
    channelCount = u32();
    chunkCount = u32();
    while (in.hasRemaining()) {
      String tag = text(4);
      long end = in.getLong() + in.position();
      long id = u32();
      switch (tag) {
        case "CHAN" -> channels.merge(id, channel(), (a, b) -> "CHAN twice: " + a + ", " + b);
        case "INDX" -> index(id);
        case "CHNK" -> chunk(id, (int) end);
        default -> throw new IOException("tag " + tag);
      }
      if (in.position() != end) {
        throw new IOException(tag + " ends at " + in.position() + " instead of " + end);
      }
    }
  }

  private String channel() {
    String name = text(in.get() & 0xff);
    return String.join("|", name, text(u32()), text(u32()), text(u32()), text(u32()));
  }

  private void index(long channel) {
    for (long left = u32(); left > 0; left--) {
      long chunk = u32();
      rows.add(new Entry(channel, in.getLong(), chunk, in.getLong(), ""));
    }
  }

  private void chunk(long id, int end) throws IOException {
    chunks.add(new long[] {id, u32(), in.getLong(), in.getLong()});
    int compression = in.get();
    InputStream stored = new ByteArrayInputStream(in.array(), in.position(), end - in.position());
    stored = compression == 1 ? new GZIPInputStream(stored) : stored;
    stored = compression == 2 ? new BZip2CompressorInputStream(stored) : stored;
    ByteBuffer file = in.position(end);
    in = ByteBuffer.wrap(stored.readAllBytes()).order(LITTLE_ENDIAN);
    while (in.hasRemaining()) {
      int offset = in.position();
      entries.add(new Entry(u32(), in.getLong(), id, offset, text(u32())));
    }
    in = file;
  }

  private long u32() {
    return in.getInt() & 0xffff_ffffL;
  }

  private String text(long length) {
    in.position(in.position() + (int) length);
    return new String(in.array(), in.position() - (int) length, (int) length, ISO_8859_1);
  }
}

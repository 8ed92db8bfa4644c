package org.secindex.tide;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/**
 * An independent reader of sound logs, after the page that describes the format; it shares no code
 * with the library, and fails at anything that is not as the page says.
 */
final class PageReader {
  final List<Entry> entries = new ArrayList<>();
  final Map<Long, String> channels = new TreeMap<>();
  final Set<String> places = new HashSet<>();
  final Set<String> rows = new HashSet<>();
  final int channelCount;
  final int chunkCount;

  PageReader(byte[] file) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    check(tag(in).equals("TIDE") && in.getLong() == 10, "TIDE");
    check(in.get() <= 1 && in.get() == 0, "version");
    channelCount = in.getInt();
    chunkCount = in.getInt();
    while (in.hasRemaining()) {
      String tag = tag(in);
      int length = Math.toIntExact(in.getLong());
      ByteBuffer body = in.slice(in.position(), length).order(ByteOrder.LITTLE_ENDIAN);
      in.position(in.position() + length);
      switch (tag) {
        case "CHAN" -> channel(body);
        case "INDX" -> index(body);
        case "CHNK" -> chunk(body);
        default -> throw new IOException("tag " + tag);
      }
    }
    check(rows.equals(places), "the index is not that of the entries");
  }

  private static void check(boolean right, String what) throws IOException {
    if (!right) {
      throw new IOException("not as the page says: " + what);
    }
  }

  private static String tag(ByteBuffer in) {
    return text(in, 4);
  }

  private static String text(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static long u32(ByteBuffer in) {
    return Integer.toUnsignedLong(in.getInt());
  }

  private void channel(ByteBuffer body) throws IOException {
    long id = u32(body);
    StringBuilder texts = new StringBuilder(text(body, body.get() & 0xff));
    for (int i = 0; i < 4; i++) {
      texts.append('|').append(text(body, body.getInt()));
    }
    check(!body.hasRemaining() && channels.put(id, texts.toString()) == null, "CHAN " + id);
  }

  private void index(ByteBuffer body) throws IOException {
    long channel = u32(body);
    long count = u32(body);
    check(body.remaining() == count * 20, "INDX length");
    for (long i = 0; i < count; i++) {
      String row = channel + " " + u32(body) + " " + body.getLong() + " " + body.getLong();
      check(rows.add(row), "INDX row twice: " + row);
    }
  }

  private void chunk(ByteBuffer body) throws IOException {
    long id = u32(body);
    long count = u32(body);
    long start = body.getLong();
    long end = body.getLong();
    int compression = body.get();
    byte[] stored = new byte[body.remaining()];
    body.get(stored);
    InputStream bytes = new ByteArrayInputStream(stored);
    bytes = compression == 1 ? new GZIPInputStream(bytes) : bytes;
    bytes = compression == 2 ? new BZip2CompressorInputStream(bytes) : bytes;
    ByteBuffer data = ByteBuffer.wrap(bytes.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
    long first = -1;
    long last = 0;
    for (; data.hasRemaining(); count--) {
      long offset = data.position();
      long channel = u32(data);
      long time = data.getLong();
      entries.add(new Entry(channel, time, id, offset, text(data, data.getInt())));
      check(channels.containsKey(channel), "CHAN " + channel + " missing");
      places.add(channel + " " + id + " " + time + " " + offset);
      first = Long.compareUnsigned(time, first) < 0 ? time : first;
      last = Long.compareUnsigned(time, last) > 0 ? time : last;
    }
    check(count == 0, "count of chunk " + id);
    check(timesAreTrue(first, last, start, end), "times of chunk " + id);
  }

  private static boolean timesAreTrue(long first, long last, long start, long end) {
    boolean isEmpty = first == -1 && last == 0;
    return isEmpty ? (start | end) == 0 : first == start && last == end;
  }
}

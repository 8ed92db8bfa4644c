package org.secindex.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;

/**
 * One version of an index: which segments it is made of. Stored as {@code manifest-<number>}; the
 * highest number is the present.
 *
 * @param number of this version, from 1 up
 * @param state BUILDING or READY
 * @param layers the base first, then overlays, the newest last; segments ascending within each. The
 *     base may be empty, overlays are not
 */
record Manifest(long number, KeyDomain domain, IndexState state, List<List<SegmentInfo>> layers) {
  /** Enough for 500 000 segments; a bound on what is read. */
  static final int MAX_LENGTH = 64 << 20;

  private static final byte BUILDING = 1;
  private static final byte READY = 2;

  private static final String PREFIX = "manifest-";

  /** Name length, min, max, entries, tombstones, bytes, checksum. */
  private static final int SEGMENT_FIXED = 2 + 6 * 8;

  Manifest {
    layers = layers.stream().map(List::copyOf).toList();
  }

  static Manifest empty(long number, KeyDomain domain, IndexState state) {
    return new Manifest(number, domain, state, List.of(List.of()));
  }

  Manifest next(IndexState nextState, List<List<SegmentInfo>> nextLayers) {
    return new Manifest(number + 1, domain, nextState, nextLayers);
  }

  boolean isEmpty() {
    return layers.stream().allMatch(List::isEmpty);
  }

  List<SegmentInfo> base() {
    return layers.get(0);
  }

  List<SegmentInfo> segments() {
    return layers.stream().flatMap(List::stream).toList();
  }

  static String name(long number) {
    return PREFIX + number;
  }

  String name() {
    return name(number);
  }

  /** The number in a file name, 0 if it is not the name of a manifest. */
  static long numberIn(String file) {
    if (!file.startsWith(PREFIX)) {
      return 0;
    }
    String digits = file.substring(PREFIX.length());
    boolean canonical = digits.matches("[1-9][0-9]{0,17}");
    return canonical ? Long.parseLong(digits) : 0;
  }

  byte[] encode() {
    List<byte[]> names = new ArrayList<>();
    int length = Preamble.LENGTH + 8 + 1 + 4 + 4 * layers.size() + 4;
    for (SegmentInfo segment : segments()) {
      byte[] name = segment.name().getBytes(StandardCharsets.UTF_8);
      names.add(name);
      length += SEGMENT_FIXED + name.length;
    }
    ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    Preamble.write(out, Preamble.MANIFEST, domain);
    out.putLong(number).put(state == IndexState.READY ? READY : BUILDING).putInt(layers.size());
    int next = 0;
    for (List<SegmentInfo> layer : layers) {
      out.putInt(layer.size());
      for (SegmentInfo s : layer) {
        byte[] name = names.get(next++);
        out.putShort((short) name.length).put(name);
        out.putLong(s.min()).putLong(s.max()).putLong(s.entries());
        out.putLong(s.tombstones()).putLong(s.bytes()).putLong(s.checksum());
      }
    }
    out.putInt(Preamble.crc(out, 0, out.position()));
    return out.array();
  }

  /**
   * Reads a manifest.
   *
   * @param file its name for messages
   * @param number the one in its file name
   * @throws CorruptIndexException if it is damaged
   * @throws org.secindex.api.IndexFormatTooNewException if a newer version has written it
   */
  static Manifest decode(byte[] content, String file, long number) {
    ByteBuffer in = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    KeyDomain domain = Preamble.read(in, Preamble.MANIFEST, file, "manifest");
    int end = content.length - 4;
    if (end < Preamble.LENGTH + 13 || in.getInt(end) != Preamble.crc(in, 0, end)) {
      throw new CorruptIndexException(
          file
              + ":"
              + Preamble.LENGTH
              + ": checksum of the manifest does not match, or it is cut off");
    }
    in.limit(end);
    long found = in.getLong();
    if (found != number) {
      throw new CorruptIndexException(
          file + ":" + Preamble.LENGTH + ": is manifest " + found + " by its content");
    }
    int state = in.get();
    // The checksum is right, so what contradicts itself from here on was never written by us.
    if (state != BUILDING && state != READY) {
      throw contradiction(file, in);
    }
    int layerCount = in.getInt();
    List<List<SegmentInfo>> layers = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < layerCount; i++) {
      layers.add(decodeLayer(in, file, names));
    }
    if (in.hasRemaining() || layers.isEmpty()) {
      throw contradiction(file, in);
    }
    return new Manifest(
        found, domain, state == READY ? IndexState.READY : IndexState.BUILDING, layers);
  }

  private static List<SegmentInfo> decodeLayer(ByteBuffer in, String file, Set<String> names) {
    if (in.remaining() < 4) {
      throw contradiction(file, in);
    }
    int count = in.getInt();
    List<SegmentInfo> layer = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (in.remaining() < SEGMENT_FIXED) {
        throw contradiction(file, in);
      }
      int nameLength = in.getShort() & 0xffff;
      if (in.remaining() < nameLength + SEGMENT_FIXED - 2) {
        throw contradiction(file, in);
      }
      byte[] bytes = new byte[nameLength];
      in.get(bytes);
      String name = new String(bytes, StandardCharsets.UTF_8);
      SegmentInfo segment =
          new SegmentInfo(
              name,
              in.getLong(),
              in.getLong(),
              in.getLong(),
              in.getLong(),
              in.getLong(),
              in.getLong());
      boolean sound =
          SegmentFormat.isName(name)
              && names.add(name)
              && segment.min() <= segment.max()
              && segment.bytes() >= Preamble.LENGTH + SegmentFormat.FOOTER
              && (i == 0 || layer.get(i - 1).max() < segment.min());
      if (!sound) {
        throw contradiction(file, in);
      }
      layer.add(segment);
    }
    return layer;
  }

  private static CorruptIndexException contradiction(String file, ByteBuffer in) {
    return new CorruptIndexException(
        file + ":" + in.position() + ": the manifest contradicts itself");
  }
}

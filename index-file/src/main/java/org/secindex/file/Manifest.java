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
 * @param retired files that are kept for a while, though no layer has them any more
 */
record Manifest(
    long number,
    KeyDomain domain,
    IndexState state,
    List<List<SegmentInfo>> layers,
    List<RetiredSegment> retired) {
  /** Enough for 500 000 segments; a bound on what is read. */
  static final int MAX_LENGTH = 64 << 20;

  private static final byte BUILDING = 1;
  private static final byte READY = 2;

  private static final String PREFIX = "manifest-";

  /** What a manifest's name ends in until it is whole. */
  static final String UNPUBLISHED = ".unpublished";

  /** Name length, min, max, entries, tombstones, bytes, checksum. */
  private static final int SEGMENT_FIXED = 2 + 6 * 8;

  /** Name length, bytes, time. */
  private static final int RETIRED_FIXED = 2 + 2 * 8;

  Manifest {
    layers = layers.stream().map(List::copyOf).toList();
    retired = List.copyOf(retired);
  }

  static Manifest empty(long number, KeyDomain domain, IndexState state) {
    return new Manifest(number, domain, state, List.of(List.of()), List.of());
  }

  /** The next version. */
  Manifest next(
      IndexState nextState, List<List<SegmentInfo>> nextLayers, List<RetiredSegment> nextRetired) {
    return new Manifest(number + 1, domain, nextState, nextLayers, nextRetired);
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

  /** Whether a file is a manifest that is being written, or what a killed writer left of one. */
  static boolean isUnpublished(String file) {
    return file.endsWith(UNPUBLISHED)
        && numberIn(file.substring(0, file.length() - UNPUBLISHED.length())) > 0;
  }

  byte[] encode() {
    ByteBuffer out = ByteBuffer.allocate(length()).order(ByteOrder.LITTLE_ENDIAN);
    Preamble.write(out, Preamble.MANIFEST, domain);
    out.putLong(number).put(state == IndexState.READY ? READY : BUILDING).putInt(layers.size());
    for (List<SegmentInfo> layer : layers) {
      out.putInt(layer.size());
      for (SegmentInfo s : layer) {
        putName(out, s.name());
        out.putLong(s.min()).putLong(s.max()).putLong(s.entries());
        out.putLong(s.tombstones()).putLong(s.bytes()).putLong(s.checksum());
      }
    }
    out.putInt(retired.size());
    for (RetiredSegment r : retired) {
      putName(out, r.name());
      out.putLong(r.bytes()).putLong(r.since());
    }
    out.putInt(Preamble.crc(out, 0, out.position()));
    return out.array();
  }

  private int length() {
    int length = Preamble.LENGTH + 8 + 1 + 4 + 4 * layers.size() + 4 + 4;
    for (SegmentInfo segment : segments()) {
      length += SEGMENT_FIXED + segment.name().length();
    }
    for (RetiredSegment r : retired) {
      length += RETIRED_FIXED + r.name().length();
    }
    return length;
  }

  /** Names are of ASCII letters, digits and dashes. */
  private static void putName(ByteBuffer out, String name) {
    out.putShort((short) name.length()).put(name.getBytes(StandardCharsets.US_ASCII));
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
    int layerCount = getCount(in, file);
    List<List<SegmentInfo>> layers = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < layerCount; i++) {
      layers.add(decodeLayer(in, file, names));
    }
    List<RetiredSegment> retired = decodeRetired(in, file, names);
    if (in.hasRemaining() || layers.isEmpty()) {
      throw contradiction(file, in);
    }
    return new Manifest(
        found, domain, state == READY ? IndexState.READY : IndexState.BUILDING, layers, retired);
  }

  private static List<SegmentInfo> decodeLayer(ByteBuffer in, String file, Set<String> names) {
    int count = getCount(in, file);
    List<SegmentInfo> layer = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = getName(in, file, names, SEGMENT_FIXED);
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
          segment.min() <= segment.max()
              && segment.entries() >= 1
              && segment.tombstones() >= 0
              && segment.tombstones() <= segment.entries()
              && segment.bytes() >= Preamble.LENGTH + Footer.LENGTH
              && (i == 0 || layer.get(i - 1).max() < segment.min());
      if (!sound) {
        throw contradiction(file, in);
      }
      layer.add(segment);
    }
    return layer;
  }

  private static List<RetiredSegment> decodeRetired(ByteBuffer in, String file, Set<String> names) {
    int count = getCount(in, file);
    List<RetiredSegment> retired = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = getName(in, file, names, RETIRED_FIXED);
      retired.add(new RetiredSegment(name, in.getLong(), in.getLong()));
    }
    return retired;
  }

  private static int getCount(ByteBuffer in, String file) {
    int count = in.remaining() < 4 ? -1 : in.getInt();
    if (count < 0) {
      throw contradiction(file, in);
    }
    return count;
  }

  /**
   * The name that an item of this length without it begins with; no two items may have the same.
   */
  private static String getName(ByteBuffer in, String file, Set<String> names, int fixed) {
    if (in.remaining() < fixed) {
      throw contradiction(file, in);
    }
    int length = in.getShort() & 0xffff;
    if (in.remaining() < length + fixed - 2) {
      throw contradiction(file, in);
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    String name = new String(bytes, StandardCharsets.US_ASCII);
    if (!SegmentFormat.isName(name) || !names.add(name)) {
      throw contradiction(file, in);
    }
    return name;
  }

  private static CorruptIndexException contradiction(String file, ByteBuffer in) {
    return new CorruptIndexException(
        file + ":" + in.position() + ": the manifest contradicts itself");
  }
}

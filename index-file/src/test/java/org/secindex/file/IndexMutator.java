package org.secindex.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Damages an index as chance has it. Some damage is blind, and found by a checksum; most is done to
 * one part of the format, and its checksums are made right again, so that what reads the part has
 * to deal with it.
 */
final class IndexMutator {
  private static final long[] EDGES = {
    0,
    1,
    -1,
    2,
    63,
    64,
    65,
    127,
    128,
    255,
    256,
    1023,
    1024,
    1025,
    4095,
    4096,
    4097,
    65_535,
    65_536,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 32,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  private final RandomGenerator random;
  private final MemoryStore store;
  private Manifest manifest;

  IndexMutator(SmallIndex index, RandomGenerator random) {
    this.random = random;
    store = index.store().copy();
    manifest = new Manifests(store).newest().orElseThrow();
  }

  /** A copy of the index with one to three faults. */
  MemoryStore damaged() {
    int faults = 1 + random.nextInt(3);
    for (int i = 0; i < faults; i++) {
      damage();
    }
    return store;
  }

  private void damage() {
    int kind = random.nextInt(10);
    if (kind == 0) {
      blindly();
    } else if (kind == 1) {
      manifestBytes();
    } else if (kind == 2) {
      manifestFields();
    } else {
      List<SegmentInfo> segments = manifest.segments();
      segment(segments.get(random.nextInt(segments.size())), kind);
    }
  }

  private void blindly() {
    List<String> files = store.list();
    String file = files.get(random.nextInt(files.size()));
    byte[] content = store.content(file);
    int length = random.nextInt(4) == 0 ? random.nextInt(content.length + 40) : content.length;
    content = Arrays.copyOf(content, length);
    edit(content, 0, length, 4);
    store.put(file, content);
  }

  /** Changes up to {@code most} places in a part. */
  private void edit(byte[] content, int from, int to, int most) {
    for (int i = 1 + random.nextInt(most); i > 0 && to > from; i--) {
      int at = from + random.nextInt(to - from);
      switch (random.nextInt(4)) {
        case 0 -> content[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> content[at] += (byte) (random.nextInt(9) - 4);
        case 2 -> content[at] = (byte) random.nextInt(256);
        default -> put(content, at, Math.min(8, to - at), edge());
      }
    }
  }

  private long edge() {
    return random.nextInt(3) == 0
        ? random.nextLong() >>> random.nextInt(64)
        : EDGES[random.nextInt(EDGES.length)];
  }

  /** Overwrites one to eight bytes with a little-endian number. */
  private void put(byte[] content, int at, int room, long number) {
    int bytes = Math.min(room, 1 << random.nextInt(4));
    for (int i = 0; i < bytes; i++) {
      content[at + i] = (byte) (number >>> (8 * i));
    }
  }

  private static ByteBuffer buffer(byte[] content) {
    return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void manifestBytes() {
    byte[] content = store.content(manifest.name()).clone();
    int crcAt = content.length - 4;
    if (crcAt < Preamble.LENGTH) {
      return;
    }
    edit(content, Preamble.LENGTH, crcAt, 3);
    buffer(content).putInt(crcAt, Preamble.crc(buffer(content), 0, crcAt));
    store.put(manifest.name(), content);
  }

  /** Swaps, repeats or drops layers, segments and retired files. */
  private void manifestFields() {
    List<List<SegmentInfo>> layers = new ArrayList<>(manifest.layers());
    int at = random.nextInt(layers.size());
    switch (random.nextInt(5)) {
      case 0 -> layers.add(layers.get(at));
      case 1 -> layers.remove(at);
      case 2 -> layers.add(random.nextInt(layers.size() + 1), List.of());
      case 3 -> {
        List<SegmentInfo> layer = new ArrayList<>(layers.get(at));
        layer.addAll(layers.get(random.nextInt(layers.size())));
        layers.set(at, layer);
      }
      default -> layers.add(layers.remove(at));
    }
    replaceManifest(layers);
  }

  private void replaceManifest(List<List<SegmentInfo>> layers) {
    manifest =
        new Manifest(
            manifest.number(), manifest.domain(), manifest.state(), layers, manifest.retired());
    store.put(manifest.name(), manifest.encode());
  }

  private void segment(SegmentInfo info, int kind) {
    byte[] content = store.content(info.name()).clone();
    int footerAt = content.length - Footer.LENGTH;
    if (footerAt < Preamble.LENGTH) {
      return;
    }
    ByteBuffer bytes = buffer(content);
    int fencesAt = (int) bytes.getLong(footerAt);
    int blocks = bytes.getInt(footerAt + 8);
    boolean whole =
        fencesAt > Preamble.LENGTH
            && blocks > 0
            && fencesAt + (long) blocks * Fences.LENGTH == footerAt;
    if (!whole) {
      return;
    }
    switch (kind) {
      case 3 -> preamble(content);
      case 4 -> fences(content, fencesAt, footerAt);
      case 5 -> footer(content, footerAt);
      case 6 -> filters(content, fencesAt, footerAt);
      default -> block(content, fencesAt, blocks);
    }
    store.put(info.name(), content);
    if (kind <= 6 && random.nextInt(4) != 0) {
      agree(info, buffer(content), footerAt);
    }
  }

  private void preamble(byte[] content) {
    edit(content, 8, Preamble.LENGTH - 4, 1);
    int crcAt = Preamble.LENGTH - 4;
    buffer(content).putInt(crcAt, Preamble.crc(buffer(content), 0, crcAt));
  }

  private void fences(byte[] content, int fencesAt, int footerAt) {
    edit(content, fencesAt, footerAt, 2);
    sealFences(content, fencesAt, footerAt);
  }

  private static void sealFences(byte[] content, int fencesAt, int footerAt) {
    int crcAt = footerAt + Footer.LENGTH - 16;
    buffer(content).putInt(crcAt, Preamble.crc(buffer(content), fencesAt, footerAt - fencesAt));
    sealFooter(content, footerAt);
  }

  private void filters(byte[] content, int fencesAt, int footerAt) {
    long from = buffer(content).getLong(footerAt + 12);
    if (from < Preamble.LENGTH || from >= fencesAt) {
      return;
    }
    // First key and number of groups, or anything.
    int to = random.nextBoolean() ? (int) Math.min(fencesAt, from + 12) : fencesAt;
    edit(content, (int) from, to, 3);
    int crcAt = footerAt + Footer.LENGTH - 20;
    int length = fencesAt - (int) from;
    buffer(content).putInt(crcAt, Preamble.crc(buffer(content), (int) from, length));
    sealFooter(content, footerAt);
  }

  private void footer(byte[] content, int footerAt) {
    edit(content, footerAt, footerAt + Footer.LENGTH - 12, 2);
    sealFooter(content, footerAt);
  }

  private static void sealFooter(byte[] content, int footerAt) {
    int length = Footer.LENGTH - 12;
    buffer(content).putInt(footerAt + length, Preamble.crc(buffer(content), footerAt, length));
  }

  /** Changes the content of one block, or all of it, or its tail. */
  private void block(byte[] content, int fencesAt, int blocks) {
    ByteBuffer bytes = buffer(content);
    int footerAt = content.length - Footer.LENGTH;
    int i = random.nextInt(blocks);
    long from = bytes.getInt(fencesAt + i * Fences.LENGTH + 8) & 0xffffffffL;
    long to =
        i + 1 < blocks
            ? bytes.getInt(fencesAt + (i + 1) * Fences.LENGTH + 8) & 0xffffffffL
            : bytes.getLong(footerAt + 12);
    if (from + 4 >= to || to > fencesAt) {
      return;
    }
    int begin = (int) from + 4;
    int end = (int) to;
    switch (random.nextInt(6)) {
      case 0 -> {
        byte[] noise = new byte[end - begin];
        random.nextBytes(noise);
        // What is left stands where counts and tags do.
        int keep = random.nextInt(Math.min(noise.length, 30) + 1);
        System.arraycopy(noise, keep, content, begin + keep, noise.length - keep);
      }
      case 1 -> edit(content, begin, end, 6);
      default -> edit(content, begin, Math.min(end, begin + 24), 3);
    }
    bytes.putInt((int) from, Preamble.crc(bytes, begin, end - begin));
  }

  /** Lets the manifest say what the footer says. */
  private void agree(SegmentInfo info, ByteBuffer bytes, int footerAt) {
    SegmentInfo said =
        new SegmentInfo(
            info.name(),
            bytes.getLong(footerAt + 40),
            bytes.getLong(footerAt + 48),
            bytes.getLong(footerAt + 24),
            bytes.getLong(footerAt + 32),
            info.bytes(),
            bytes.getLong(footerAt + 56));
    List<List<SegmentInfo>> layers = new ArrayList<>();
    for (List<SegmentInfo> layer : manifest.layers()) {
      layers.add(layer.stream().map(s -> s.name().equals(info.name()) ? said : s).toList());
    }
    replaceManifest(layers);
  }
}

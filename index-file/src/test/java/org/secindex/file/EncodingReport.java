package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.secindex.api.EntryBatch;

/**
 * Prints what blocks take and cost, and what other encodings would: the figures of
 * docs/segment-encodings.md. Arguments: {@link EncodingSample#of sources}; {@code --entries N} of a
 * catalogue, 1,000,000 if not given; {@code --full N,...}, entries a block.
 */
final class EncodingReport {
  private static final int LOOK_UPS = 1 << 16;

  private final EncodingSample sample;
  private final int full;
  private final ByteBuffer blocks;
  private final Block block = new Block();
  private final EntryBatch rows = new EntryBatch(Block.MAX_ENTRIES);
  private Fences fences = new Fences(1);

  /** So that nothing measured is left out by the compiler. */
  private long sink;

  private EncodingReport(EncodingSample sample, int full) {
    this.sample = sample;
    this.full = full;
    blocks = Scratch.allocate(16 * sample.keys.length + (1 << 20));
  }

  public static void main(String[] args) {
    List<String> sources = new ArrayList<>();
    int entries = 1_000_000;
    int[] fulls = {BlockBuilder.FULL};
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--entries" -> entries = Integer.parseInt(args[++i]);
        case "--full" ->
            fulls = Arrays.stream(args[++i].split(",", -1)).mapToInt(Integer::parseInt).toArray();
        default -> sources.add(args[i]);
      }
    }
    for (String source : sources) {
      EncodingSample sample = EncodingSample.of(source, entries);
      System.out.printf("%n%s, %,d entries%n", sample.name, sample.keys.length);
      for (int full : fulls) {
        new EncodingReport(sample, full).printBlocks();
      }
      EncodingReport report = new EncodingReport(sample, BlockBuilder.FULL);
      report.encode();
      report.printCandidates();
    }
  }

  private void printBlocks() {
    int count = sample.keys.length;
    double encode = EncodingSample.nanos(count, this::encode);
    double decode = EncodingSample.nanos(count, this::decode);
    int n = fences.size();
    System.out.printf(
        " %d a block: %.4f bytes an entry, with %.4f of fences; %,d blocks of %.0f bytes%n",
        full,
        (double) (fences.offset(n) + (long) Fences.LENGTH * n) / count,
        (double) Fences.LENGTH * n / count,
        n,
        (double) fences.offset(n) / n);
    printColumns();
    System.out.printf(
        "  encoded in %.1f ns an entry, decoded in %.2f ns with checksums%n", encode, decode);
    printFind();
    if (sink == 1) {
      System.out.println();
    }
  }

  private void encode() {
    BlockBuilder builder = new BlockBuilder(full);
    fences = new Fences(1024);
    blocks.clear();
    int count = sample.keys.length;
    for (int i = 0; i < count; i++) {
      builder.add(sample.keys[i], sample.chunks[i], sample.subs[i]);
      while (builder.isFull() || (i == count - 1 && !builder.isEmpty())) {
        fences.add(builder.firstKey(), blocks.position());
        builder.build(blocks);
      }
    }
    fences.end(blocks.position());
    blocks.clear();
  }

  private void open(int b) {
    block.open(blocks, (int) fences.offset(b), fences.length(b), "", 0);
  }

  private void decode() {
    for (int b = 0; b < fences.size(); b++) {
      open(b);
      block.copy(0, block.count(), rows, 0);
      sink += rows.keys[0] + rows.subChunkIds[block.count() - 1];
    }
  }

  private void printColumns() {
    KeyEncoder keys = new KeyEncoder(full);
    ValueEncoder values = new ValueEncoder(full);
    long keyBytes = 0;
    long chunkBytes = 0;
    long subBytes = 0;
    for (int b = 0; b < fences.size(); b++) {
      open(b);
      int n = block.count();
      block.copy(0, n, rows, 0);
      keyBytes += keys.choose(rows.keys, n);
      chunkBytes += values.choose(longs(rows.chunkIds, n, 1), n);
      subBytes += values.choose(longs(rows.subChunkIds, n, 0), n);
    }
    double count = sample.keys.length;
    System.out.printf(
        "  keys %.4f, chunks %.4f, subchunks %.4f, headers %.4f%n",
        keyBytes / count,
        chunkBytes / count,
        subBytes / count,
        Block.HEADER * fences.size() / count);
  }

  private static long[] longs(int[] values, int count, int plus) {
    return Arrays.stream(values, 0, count).mapToLong(v -> (long) v + plus).toArray();
  }

  /** Look-ups in blocks that lie in the cache of the processor. */
  private void printFind() {
    SplittableRandom random = new SplittableRandom(1);
    int hot = Math.min(64, fences.size());
    int[] blockOf = new int[LOOK_UPS];
    long[] hits = new long[LOOK_UPS];
    long[] misses = new long[LOOK_UPS];
    for (int i = 0; i < LOOK_UPS; i++) {
      blockOf[i] = (int) ((long) random.nextInt(hot) * fences.size() / hot);
      open(blockOf[i]);
      hits[i] = block.key(random.nextInt(block.count()));
      misses[i] = hits[i] + 1;
    }
    CRC32C crc = new CRC32C();
    double checksum = EncodingSample.nanos(LOOK_UPS, () -> checksums(blockOf, crc));
    double hit = EncodingSample.nanos(LOOK_UPS, () -> find(blockOf, hits));
    double miss = EncodingSample.nanos(LOOK_UPS, () -> find(blockOf, misses));
    System.out.printf(
        "  look-up: checksum %.0f ns; besides, %.0f ns, %.0f ns of the key after%n",
        checksum, hit - checksum, miss - checksum);
  }

  private void checksums(int[] blockOf, CRC32C crc) {
    for (int b : blockOf) {
      int at = (int) fences.offset(b);
      crc.reset();
      crc.update(blocks.limit(at + fences.length(b)).position(at + 4));
      blocks.clear();
      sink += crc.getValue();
    }
  }

  private void find(int[] blockOf, long[] wanted) {
    for (int i = 0; i < wanted.length; i++) {
      open(blockOf[i]);
      sink += block.find(wanted[i]);
    }
  }

  /** Every encoding by itself, on up to some thousand of the blocks. */
  private void printCandidates() {
    List<EncodingCandidate> keys = EncodingCandidate.ofKeys();
    List<EncodingCandidate> chunks = EncodingCandidate.ofValues();
    List<EncodingCandidate> subs = EncodingCandidate.ofValues();
    int step = Math.max(1, fences.size() / 2000);
    for (int b = 0; b < fences.size(); b += step) {
      open(b);
      int n = block.count();
      block.copy(0, n, rows, 0);
      keys.forEach(c -> c.add(Arrays.copyOf(rows.keys, n)));
      chunks.forEach(c -> c.add(longs(rows.chunkIds, n, 1)));
      subs.forEach(c -> c.add(longs(rows.subChunkIds, n, 0)));
    }
    EncodingCandidate.print("keys", keys);
    EncodingCandidate.print("chunks", chunks);
    EncodingCandidate.print("subchunks", subs);
  }
}

package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One encoding of a column, kept or not, and what it does with the columns of some blocks. */
final class EncodingCandidate {
  private static final int LOOK_UPS = 1 << 16;

  /** How an encoding is written and read. */
  interface Codec {
    /** Appends a column, and may overwrite it; false if it cannot. */
    boolean write(ByteBuffer out, long[] column);

    /** Turns to a column; the first key is given if it is one of keys. */
    void open(BlockInput in, int count, long first);

    /** The rank of a key, or the value at a rank. */
    long get(long keyOrRank);

    /** Unpacks all. */
    void copy(int count, long[] keys, int[] values);
  }

  private final String name;
  private final Codec codec;
  private final boolean keys;
  private final List<long[]> columns = new ArrayList<>();
  private final List<ByteBuffer> encoded = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private final BlockInput in = new BlockInput();
  private final long[] unpackedKeys = new long[Block.MAX_ENTRIES];
  private final int[] unpackedValues = new int[Block.MAX_ENTRIES];
  private long entries;
  private long bytes;
  private boolean able = true;
  private long sink;

  private EncodingCandidate(String name, boolean keys, Codec codec) {
    this.name = name;
    this.keys = keys;
    this.codec = codec;
  }

  static List<EncodingCandidate> ofKeys() {
    return List.of(
        new EncodingCandidate("line", true, new KeyCodecs.Line()),
        new EncodingCandidate("bitmap", true, new KeyCodecs.Bitmap()),
        new EncodingCandidate("Elias-Fano", true, new KeyCodecs.EliasFano()),
        new EncodingCandidate("plain distances", true, new KeyCodecs.Distances()),
        new EncodingCandidate("distances in groups of 32", true, new KeyCodecs.Groups()),
        new EncodingCandidate("gaps as varints", true, new KeyCodecs.Gaps()),
        new EncodingCandidate("Elias-Fano of what is missing", true, new KeyCodecs.Missing()));
  }

  static List<EncodingCandidate> ofValues() {
    return List.of(
        new EncodingCandidate("bits", false, new ValueCodecs.Bitwise()),
        new EncodingCandidate("digits", false, new ValueCodecs.OfColumn(PackedValues.KIND)),
        new EncodingCandidate("dictionary", false, new ValueCodecs.OfColumn(DictionaryValues.KIND)),
        new EncodingCandidate("runs", false, new ValueCodecs.OfColumn(RunValues.KIND)));
  }

  /** Encodes the column of a block. */
  void add(long[] column) {
    ByteBuffer out = Scratch.allocate(9 * column.length + 5000);
    out.putInt(0);
    able = able && codec.write(out, column.clone());
    if (!able) {
      return;
    }
    out.putInt(0, Preamble.crc(out, 4, out.position() - 4));
    entries += column.length;
    bytes += out.position() - 4;
    lengths.add(out.position());
    columns.add(column);
    encoded.add(out);
  }

  private void openInput(int i) {
    in.open(encoded.get(i), 0, lengths.get(i), name, i);
  }

  private void open(int i) {
    openInput(i);
    codec.open(in, columns.get(i).length, columns.get(i)[0]);
  }

  static void print(String column, List<EncodingCandidate> candidates) {
    System.out.printf("  %-34s bytes an entry   get ns   unpack ns an entry%n", column);
    for (EncodingCandidate c : candidates) {
      if (!c.able) {
        System.out.printf("   %-33s cannot%n", c.name);
        continue;
      }
      c.check();
      System.out.printf(
          "   %-33s %14.4f %8.0f %20.2f%n",
          c.name, (double) c.bytes / c.entries, c.getNanos(), c.unpackNanos());
      if (c.sink == 1) {
        System.out.println(); // So that nothing measured is left out by the compiler.
      }
    }
  }

  private void check() {
    for (int i = 0; i < encoded.size(); i++) {
      open(i);
      long[] column = columns.get(i);
      codec.copy(column.length, unpackedKeys, unpackedValues);
      for (int r = 0; r < column.length; r++) {
        open(i);
        boolean same =
            keys
                ? unpackedKeys[r] == column[r] && codec.get(column[r]) == r
                : unpackedValues[r] == (int) column[r] && codec.get(r) == column[r];
        if (!same) {
          throw new AssertionError(name + ", block " + i + ", entry " + r);
        }
      }
    }
  }

  /** Opens a column and looks one key or rank up, less what the checksum takes. */
  private double getNanos() {
    SplittableRandom random = new SplittableRandom(1);
    int hot = Math.min(64, encoded.size());
    int[] which = random.ints(LOOK_UPS, 0, hot).toArray();
    long[] what = new long[LOOK_UPS];
    for (int i = 0; i < LOOK_UPS; i++) {
      which[i] = (int) ((long) which[i] * encoded.size() / hot);
      long[] column = columns.get(which[i]);
      int rank = random.nextInt(column.length);
      what[i] = keys ? column[rank] : rank;
    }
    double checksum =
        EncodingSample.nanos(
            LOOK_UPS,
            () -> {
              for (int i : which) {
                openInput(i);
              }
            });
    double all =
        EncodingSample.nanos(
            LOOK_UPS,
            () -> {
              for (int i = 0; i < LOOK_UPS; i++) {
                open(which[i]);
                sink += codec.get(what[i]);
              }
            });
    return all - checksum;
  }

  private double unpackNanos() {
    return EncodingSample.nanos(
        entries,
        () -> {
          for (int i = 0; i < encoded.size(); i++) {
            open(i);
            codec.copy(columns.get(i).length, unpackedKeys, unpackedValues);
            sink += unpackedKeys[0] + unpackedValues[0];
          }
        });
  }
}

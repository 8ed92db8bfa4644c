package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Encodings of keys to be compared. */
final class KeyCodecs {
  private KeyCodecs() {}

  private static int shift(long[] keys) {
    long differences = 0;
    for (long key : keys) {
      differences |= key - keys[0];
    }
    return differences == 0 ? 0 : Long.numberOfTrailingZeros(differences);
  }

  private static long span(long[] keys) {
    return keys[keys.length - 1] - keys[0];
  }

  private static long[] words() {
    return new long[Block.MAX_ENTRIES];
  }

  /** One that blocks have, whatever its size. */
  abstract static class OfColumn implements EncodingCandidate.Codec {
    private final KeyColumn column;

    OfColumn(KeyColumn column) {
      this.column = column;
    }

    @Override
    public void open(BlockInput in, int count, long first) {
      column.open(in, count, first, in.readByte() >>> 2);
    }

    @Override
    public long get(long key) {
      return column.find(key);
    }

    @Override
    public void copy(int count, long[] keys, int[] values) {
      column.copy(0, count, keys, 0);
    }
  }

  static final class Line extends OfColumn {
    Line() {
      super(new LineKeys());
    }

    @Override
    public boolean write(ByteBuffer out, long[] keys) {
      int n = keys.length;
      long slope = n == 1 ? 0 : Long.divideUnsigned(span(keys), n - 1);
      long[] deviations = new long[n];
      Arrays.setAll(deviations, i -> keys[i] - keys[0] - i * slope);
      long lowest = Arrays.stream(deviations).min().orElseThrow();
      int bits = Bits.width(Arrays.stream(deviations).max().orElseThrow() - lowest);
      if (bits > 63) {
        return false;
      }
      LineKeys.write(out, deviations, n, lowest, slope, bits);
      return true;
    }
  }

  static final class Bitmap extends OfColumn {
    Bitmap() {
      super(new BitmapKeys());
    }

    @Override
    public boolean write(ByteBuffer out, long[] keys) {
      int shift = shift(keys);
      if (BitmapKeys.size(span(keys) >>> shift) > Block.MAX_LENGTH) {
        return false;
      }
      BitmapKeys.write(out, keys, keys.length, shift, words());
      return true;
    }
  }

  static final class EliasFano extends OfColumn {
    EliasFano() {
      super(new EliasFanoKeys());
    }

    @Override
    public boolean write(ByteBuffer out, long[] keys) {
      EliasFanoKeys.write(out, keys, keys.length, shift(keys), words(), new long[keys.length]);
      return true;
    }
  }

  /** The distance from the first key, all in the same number of bits. */
  static final class Distances implements EncodingCandidate.Codec {
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int start;
    private int bits;
    private int shift;
    private int size;
    private long base;

    @Override
    public boolean write(ByteBuffer out, long[] keys) {
      int by = shift(keys);
      out.put((byte) by).put((byte) Bits.width(span(keys) >>> by));
      long[] distances = new long[keys.length];
      Arrays.setAll(distances, i -> (keys[i] - keys[0]) >>> by);
      Bits.put(out, distances, keys.length, 0, Bits.width(span(keys) >>> by));
      return true;
    }

    @Override
    public void open(BlockInput in, int count, long first) {
      shift = in.readByte();
      bits = in.readByte();
      start = in.take(Bits.bytes(count, bits));
      buffer = in.buffer();
      size = count;
      base = first;
    }

    private long key(int i) {
      return base + (Bits.get(buffer, start, bits, i) << shift);
    }

    @Override
    public long get(long key) {
      int low = 0;
      int high = size;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (key(middle) < key) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low < size && key(low) == key ? low : -1;
    }

    @Override
    public void copy(int count, long[] keys, int[] values) {
      for (int i = 0; i < count; i++) {
        keys[i] = key(i);
      }
    }
  }

  /** Frame of reference: groups of 32 keys, each with its first key and a width of its own. */
  static final class Groups implements EncodingCandidate.Codec {
    private static final int GROUP = 32;

    private final int[] starts = new int[Block.MAX_ENTRIES / GROUP];
    private final int[] widths = new int[Block.MAX_ENTRIES / GROUP];
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int firstStart;
    private int firstBits;
    private int shift;
    private int size;
    private long base;

    @Override
    public boolean write(ByteBuffer out, long[] keys) {
      int n = keys.length;
      int groups = (n + GROUP - 1) / GROUP;
      int by = shift(keys);
      long[] firsts = new long[groups];
      Arrays.setAll(firsts, g -> (keys[g * GROUP] - keys[0]) >>> by);
      int bits = Bits.width(firsts[groups - 1]);
      out.put((byte) by).put((byte) bits);
      for (int g = 0; g < groups; g++) {
        out.put((byte) width(keys, g, by));
      }
      Bits.put(out, firsts, groups, 0, bits);
      for (int g = 0; g < groups; g++) {
        int from = g * GROUP;
        long[] distances = new long[Math.min(GROUP, n - from)];
        Arrays.setAll(distances, i -> (keys[from + i] - keys[from]) >>> by);
        Bits.put(out, distances, distances.length, 0, width(keys, g, by));
      }
      return true;
    }

    private static int width(long[] keys, int group, int by) {
      int last = Math.min(keys.length, (group + 1) * GROUP) - 1;
      return Bits.width((keys[last] - keys[group * GROUP]) >>> by);
    }

    @Override
    public void open(BlockInput in, int count, long first) {
      shift = in.readByte();
      firstBits = in.readByte();
      int groups = (count + GROUP - 1) / GROUP;
      for (int g = 0; g < groups; g++) {
        widths[g] = in.readByte();
      }
      firstStart = in.take(Bits.bytes(groups, firstBits));
      for (int g = 0; g < groups; g++) {
        starts[g] = in.take(Bits.bytes(Math.min(GROUP, count - g * GROUP), widths[g]));
      }
      buffer = in.buffer();
      size = count;
      base = first;
    }

    private long first(int group) {
      return base + (Bits.get(buffer, firstStart, firstBits, group) << shift);
    }

    @Override
    public long get(long key) {
      int group = 0;
      for (int high = (size + GROUP - 1) / GROUP; high - group > 1; ) {
        int middle = (group + high) >>> 1;
        if (first(middle) <= key) {
          group = middle;
        } else {
          high = middle;
        }
      }
      long distance = (key - first(group)) >>> shift;
      int low = 0;
      int end = Math.min(GROUP, size - group * GROUP);
      for (int high = end; low < high; ) {
        int middle = (low + high) >>> 1;
        if (Bits.get(buffer, starts[group], widths[group], middle) < distance) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      boolean there = low < end && Bits.get(buffer, starts[group], widths[group], low) == distance;
      return there ? group * GROUP + low : -1;
    }

    @Override
    public void copy(int count, long[] keys, int[] values) {
      for (int from = 0, g = 0; from < count; from += GROUP, g++) {
        long first = first(g);
        int n = Math.min(GROUP, count - from);
        for (int i = 0; i < n; i++) {
          keys[from + i] = first + (Bits.get(buffer, starts[g], widths[g], i) << shift);
        }
      }
    }
  }

  /** The distance from the key before, in as many bytes as it needs. */
  static final class Gaps implements EncodingCandidate.Codec {
    private BlockInput in = new BlockInput();
    private int shift;
    private int size;
    private long base;

    @Override
    public boolean write(ByteBuffer out, long[] keys) {
      int by = shift(keys);
      out.put((byte) by);
      for (int i = 1; i < keys.length; i++) {
        Bits.putVarint(out, (keys[i] - keys[i - 1]) >>> by);
      }
      return true;
    }

    @Override
    public void open(BlockInput block, int count, long first) {
      in = block;
      shift = in.readByte();
      size = count;
      base = first;
    }

    @Override
    public long get(long key) {
      long at = base;
      int i = 0;
      while (at < key && ++i < size) {
        at += in.readVarint() << shift;
      }
      return at == key ? i : -1;
    }

    @Override
    public void copy(int count, long[] keys, int[] values) {
      keys[0] = base;
      for (int i = 1; i < count; i++) {
        keys[i] = keys[i - 1] + (in.readVarint() << shift);
      }
    }
  }

  /** The numbers between the first and the last key that are no keys. */
  static final class Missing implements EncodingCandidate.Codec {
    private final EliasFanoKeys missing = new EliasFanoKeys();
    private final long[] gaps = new long[Block.MAX_ENTRIES];
    private int gapCount;
    private int shift;
    private int size;
    private long base;

    @Override
    public boolean write(ByteBuffer out, long[] keys) {
      int by = shift(keys);
      long absent = (span(keys) >>> by) + 1 - keys.length;
      if (absent < 0 || absent > Block.MAX_ENTRIES) {
        return false;
      }
      long[] gapsBetween = new long[(int) absent];
      int n = 0;
      for (int i = 1; i < keys.length; i++) {
        for (long key = keys[i - 1] + (1L << by); key < keys[i]; key += 1L << by) {
          gapsBetween[n++] = (key - keys[0]) >>> by;
        }
      }
      out.put((byte) by);
      Bits.putVarint(out, n);
      if (n > 0) {
        Bits.putVarint(out, gapsBetween[0]);
        EliasFanoKeys.write(out, gapsBetween, n, 0, words(), new long[n]);
      }
      return true;
    }

    @Override
    public void open(BlockInput in, int count, long first) {
      shift = in.readByte();
      gapCount = in.readVarint(Block.MAX_ENTRIES);
      if (gapCount > 0) {
        long firstGap = in.readVarint();
        missing.open(in, gapCount, firstGap, in.readByte() >>> 2);
      }
      size = count;
      base = first;
    }

    @Override
    public long get(long key) {
      long distance = (key - base) >>> shift;
      if (key < base || base + (distance << shift) != key || distance >= size + gapCount) {
        return -1;
      }
      int rank = gapCount == 0 ? 0 : missing.lowerBound(distance);
      boolean absent = rank < gapCount && missing.key(rank) == distance;
      return absent ? -1 : distance - rank;
    }

    @Override
    public void copy(int count, long[] keys, int[] values) {
      if (gapCount > 0) {
        missing.copy(0, gapCount, gaps, 0);
      }
      long distance = 0;
      int i = 0;
      for (int g = 0; g <= gapCount; g++) {
        long end = g < gapCount ? gaps[g] : (long) size + gapCount;
        for (; distance < end; distance++) {
          keys[i++] = base + (distance << shift);
        }
        distance++;
      }
    }
  }
}

package org.secindex.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a segment or a block as FORMAT.md says, bit by bit: slow, simple, without any of the code
 * that it checks, and so what a reader in another language would look like.
 */
final class SpecReader {
  /** Key in sort order, chunk or -1, subchunk. */
  record Entry(long key, long chunk, long sub) {}

  private final byte[] file;
  private final List<Entry> entries = new ArrayList<>();
  private final Set<String> encodings = new TreeSet<>();

  /** Where the column that is being read goes on. */
  private int at;

  private int parameter;

  private SpecReader(byte[] file) {
    this.file = file;
  }

  static SpecReader ofSegment(byte[] segment) {
    SpecReader reader = new SpecReader(segment);
    reader.readSegment();
    return reader;
  }

  static SpecReader ofBlock(byte[] block) {
    SpecReader reader = new SpecReader(block);
    reader.readBlock(0);
    return reader;
  }

  private void readSegment() {
    int footer = file.length - 84;
    int fences = (int) number(footer, 8);
    int blocks = (int) number(footer + 8, 4);
    int filters = (int) number(footer + 12, 8);
    for (int i = 0; i < blocks; i++) {
      int offset = (int) number(fences + 12 * i + 8, 4);
      readBlock(offset);
      int end = i + 1 < blocks ? (int) number(fences + 12 * (i + 1) + 8, 4) : filters;
      if (at != end) {
        throw new AssertionError("block at " + offset + " ends at " + at + ", not " + end);
      }
    }
    readFilters(filters, (int) number(footer + 20, 4));
    if (at != fences) {
      throw new AssertionError("filters end at " + at + ", not " + fences);
    }
  }

  /** Each key must pass the filter of its run. */
  private void readFilters(int start, int count) {
    at = start;
    int next = 0;
    for (int f = 0; f < count; f++) {
      encodings.add("filters");
      int groups = (int) number(at + 8, 4);
      int end = at + 12 + 64 * groups;
      while (next < entries.size()
          && (f + 1 == count || entries.get(next).key() < number(end, 8))) {
        long h = mix(entries.get(next++).key());
        long group = ((h >>> 48) * groups) >>> 16;
        for (int i = 0; i < 8; i++) {
          long word = number(at + 12 + (int) (64 * group) + 8 * i, 8);
          if (((word >>> ((h >>> (6 * i)) & 63)) & 1) == 0) {
            throw new AssertionError("the filter misses " + entries.get(next - 1));
          }
        }
      }
      at = end;
    }
  }

  private static long mix(long key) {
    long z = key + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  List<Entry> entries() {
    return entries;
  }

  /** What has been met: column, encoding, and whether it had a shift or several digits a group. */
  Set<String> encodings() {
    return encodings;
  }

  private long number(int from, int bytes) {
    return bits(from, 0, 8 * bytes);
  }

  private long bits(int from, long firstBit, int width) {
    long value = 0;
    for (int i = 0; i < width; i++) {
      long bit = firstBit + i;
      long one = file[from + (int) (bit / 8)] >> (bit % 8) & 1;
      value |= one << i;
    }
    return value;
  }

  private long[] packed(int width, int count) {
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = bits(at, (long) i * width, width);
    }
    at += (int) (((long) count * width + 7) / 8);
    return numbers;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int next = file[at++];
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private static int width(long x) {
    return x == 0 ? 0 : Long.toBinaryString(x).length();
  }

  private long[] digits(long r, int p, int n) {
    long states = 1;
    for (int i = 0; i < p; i++) {
      states *= r;
    }
    long[] groups = packed(width(states - 1), (n + p - 1) / p);
    long[] digits = new long[n];
    for (int i = 0; i < n; i++) {
      long rest = groups[i / p];
      for (int j = 0; j < i % p; j++) {
        rest /= r;
      }
      digits[i] = rest % r;
    }
    return digits;
  }

  private int encoding(String column, String... names) {
    int tag = file[at++] & 0xff;
    parameter = tag / 4;
    boolean several = parameter > 1 || (parameter == 1 && names[0].equals("line"));
    encodings.add(column + " " + names[tag % 4] + (several ? " p" : ""));
    return tag % 4;
  }

  private void readBlock(int offset) {
    int n = (int) number(offset + 4, 2);
    long first = number(offset + 6, 8);
    at = offset + 14;
    long[] keys = keys(n, first);
    long[] chunks = values("chunks", n);
    long[] subs = values("subchunks", n);
    for (int i = 0; i < n; i++) {
      entries.add(new Entry(keys[i], chunks[i] - 1, subs[i]));
    }
  }

  private long[] keys(int n, long first) {
    long[] keys = new long[n];
    int encoding = encoding("keys", "line", "bitmap", "Elias-Fano");
    int p = parameter;
    if (encoding == 0) {
      long slope = varint();
      long[] d = packed(p, n);
      for (int i = 0; i < n; i++) {
        keys[i] = first + i * slope + d[i] - d[0];
      }
      return keys;
    }
    int lowBits = encoding == 1 ? 0 : file[at++];
    int length = (int) varint() + (encoding == 1 ? 0 : n);
    long[] low = encoding == 1 ? new long[n] : packed(lowBits, n);
    long[] bits = packed(1, length);
    int i = 0;
    for (int position = 0; position < length; position++) {
      if (bits[position] == 1) {
        long high = encoding == 1 ? position : position - i;
        keys[i] = first + (((high << lowBits) + low[i]) << p);
        i++;
      }
    }
    return keys;
  }

  private long[] values(String column, int n) {
    int encoding = encoding(column, "packed", "dictionary", "runs");
    int p = parameter;
    long[] values = new long[n];
    if (encoding == 2) {
      long runs = varint();
      int i = 0;
      for (long run = 0; run < runs; run++, at += 6) {
        for (; i < number(at, 2); i++) {
          values[i] = number(at + 2, 4);
        }
      }
      return values;
    }
    long base = encoding == 0 ? varint() : 0;
    long r = varint();
    long[] list = encoding == 1 ? packed(32, (int) r) : new long[0];
    long[] d = digits(r, p, n);
    for (int i = 0; i < n; i++) {
      values[i] = encoding == 0 ? base + d[i] : list[(int) d[i]];
    }
    return values;
  }
}

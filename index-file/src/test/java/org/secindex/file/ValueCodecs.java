package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.LongStream;

/** Encodings of values to be compared. */
final class ValueCodecs {
  private ValueCodecs() {}

  /** One that blocks have, whatever its size. */
  static class OfColumn implements EncodingCandidate.Codec {
    private final int kind;
    private final ValueColumn column;

    OfColumn(int kind) {
      this.kind = kind;
      column =
          switch (kind) {
            case PackedValues.KIND -> new PackedValues();
            case DictionaryValues.KIND -> new DictionaryValues();
            default -> new RunValues();
          };
    }

    @Override
    public boolean write(ByteBuffer out, long[] values) {
      long min = LongStream.of(values).min().orElseThrow();
      long max = LongStream.of(values).max().orElseThrow();
      long[] distinct = LongStream.of(values).sorted().distinct().toArray();
      switch (kind) {
        case PackedValues.KIND -> PackedValues.write(out, values, values.length, min, max);
        case DictionaryValues.KIND -> {
          Arrays.setAll(values, i -> Arrays.binarySearch(distinct, values[i]));
          DictionaryValues.write(out, values, values.length, distinct, distinct.length);
        }
        default -> {
          int runs = 1;
          for (int i = 1; i < values.length; i++) {
            runs += values[i] == values[i - 1] ? 0 : 1;
          }
          RunValues.write(out, values, values.length, runs);
        }
      }
      return true;
    }

    @Override
    public void open(BlockInput in, int count, long first) {
      column.open(in, count, in.readByte() >>> 2, 1L << 31);
    }

    @Override
    public long get(long rank) {
      return column.get((int) rank);
    }

    @Override
    public void copy(int count, long[] keys, int[] values) {
      column.copy(0, count, 0, values, 0);
    }
  }

  /** Packed, but each value in bits of its own. */
  static final class Bitwise extends OfColumn {
    Bitwise() {
      super(PackedValues.KIND);
    }

    @Override
    public boolean write(ByteBuffer out, long[] values) {
      long min = LongStream.of(values).min().orElseThrow();
      long range = LongStream.of(values).max().orElseThrow() - min;
      out.put((byte) (PackedValues.KIND | 1 << 2));
      Bits.putVarint(out, min);
      Bits.putVarint(out, range + 1);
      Bits.put(out, values, values.length, min, Bits.width(range));
      return true;
    }
  }
}

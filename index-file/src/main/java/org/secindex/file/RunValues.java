package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Values that stay the same for long: where each run ends, and its value. */
final class RunValues implements ValueColumn {
  static final int KIND = 2;
  private static final int RUN = 2 + 4;

  private BlockInput block = new BlockInput();
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private int start;
  private int runs;

  static int size(int runs) {
    return 1 + Bits.varintBytes(runs) + RUN * runs;
  }

  static void write(ByteBuffer out, long[] values, int count, int runs) {
    out.put((byte) KIND);
    Bits.putVarint(out, runs);
    for (int i = 0; i < count; i++) {
      if (i == count - 1 || values[i] != values[i + 1]) {
        out.putShort((short) (i + 1)).putInt((int) values[i]);
      }
    }
  }

  @Override
  public void open(BlockInput in, int count, int parameter, long largest) {
    block = in;
    runs = in.readVarint(Block.MAX_ENTRIES);
    start = in.take(RUN * runs);
    buffer = in.buffer();
    int previous = 0;
    for (int run = 0; run < runs; run++) {
      if (end(run) <= previous || value(run) > largest) {
        throw block.corrupt("run " + run + " of values");
      }
      previous = end(run);
    }
    if (previous != count || parameter != 0) {
      throw block.corrupt("runs of values end at " + previous);
    }
  }

  private int end(int run) {
    return buffer.getShort(start + RUN * run) & 0xffff;
  }

  private long value(int run) {
    return buffer.getInt(start + RUN * run + 2) & 0xffffffffL;
  }

  private int runOf(int i) {
    int run = 0;
    while (end(run) <= i) {
      run++;
    }
    return run;
  }

  @Override
  public long get(int i) {
    return value(runOf(i));
  }

  @Override
  public void copy(int from, int to, int less, int[] into, int at) {
    int run = runOf(from);
    for (int i = from; i < to; run++) {
      int end = Math.min(to, end(run));
      Arrays.fill(into, at + i - from, at + end - from, (int) value(run) - less);
      i = end;
    }
  }
}

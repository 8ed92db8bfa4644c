package org.secindex.tide;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The bytes of a log that were passed over, in ascending order. */
final class Losses {
  /** Of more, only the sum is kept: a hostile file may have any number. */
  private static final int MOST_RANGES = 1000;

  private final List<LostRange> ranges = new ArrayList<>();
  private long bytes;

  /** How many of the ranges know what comes behind them. */
  private int closed;

  /** Whether not all do. Entries come by the million, and each asks. */
  private boolean open;

  private boolean anyEntry;
  private long lastTime;

  /** Bytes have been passed over. */
  void add(long from, long to) {
    if (from == to) {
      return;
    }
    bytes += to - from;
    int last = ranges.size() - 1;
    if (last >= 0 && ranges.get(last).to() == from && open) {
      LostRange before = ranges.get(last);
      ranges.set(last, new LostRange(before.from(), to, before.timeBefore(), OptionalLong.empty()));
    } else if (ranges.size() < MOST_RANGES) {
      OptionalLong before = anyEntry ? OptionalLong.of(lastTime) : OptionalLong.empty();
      ranges.add(new LostRange(from, to, before, OptionalLong.empty()));
      open = true;
    }
  }

  /** An entry has come. */
  void passed(long timestamp) {
    anyEntry = true;
    lastTime = timestamp;
    if (open) {
      close(timestamp);
    }
  }

  private void close(long timestamp) {
    open = false;
    for (; closed < ranges.size(); closed++) {
      LostRange range = ranges.get(closed);
      ranges.set(
          closed,
          new LostRange(range.from(), range.to(), range.timeBefore(), OptionalLong.of(timestamp)));
    }
  }

  long bytes() {
    return bytes;
  }

  List<LostRange> ranges() {
    return List.copyOf(ranges);
  }
}

package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a measurement into {@link Interval}s of a second while it goes on. Safe for use by several
 * threads.
 */
final class Series {
  private static final double SECOND_NANOS = 1e9;

  private final List<Long> client = List.of(ProcessHandle.current().pid());
  private final List<Long> servers;
  private final LongSupplier done;
  private final Supplier<@Nullable Histogram> calls;
  private final List<Interval> intervals = new ArrayList<>();
  private long begin = System.nanoTime();
  private long last = begin;
  private long doneBefore;
  private @Nullable Long clientBefore;
  private @Nullable Long serversBefore;

  /**
   * @param servers the ids of their processes
   * @param done how much has been done so far
   * @param calls in nanoseconds, those that ended since it was asked last; null where there are
   *     none
   */
  Series(List<Long> servers, LongSupplier done, Supplier<@Nullable Histogram> calls) {
    this.servers = servers;
    this.done = done;
    this.calls = calls;
    clientBefore = ProcessFigures.read(client).cpuMillis();
    serversBefore = ProcessFigures.read(servers).cpuMillis();
  }

  /** Of work whose steps nobody counts. */
  static Series ofNothing() {
    return new Series(List.of(), () -> 0, () -> null);
  }

  /** Begins at this {@link System#nanoTime}. */
  synchronized void begin(long nanoTime) {
    begin = nanoTime;
    last = nanoTime;
  }

  /** Ends an interval if it is a second old. */
  synchronized void tick() {
    long now = System.nanoTime();
    if (now - last >= SECOND_NANOS) {
      cut(now);
    }
  }

  /** Ends the last interval at this {@link System#nanoTime}, and gives all. */
  synchronized List<Interval> end(long nanoTime) {
    if (nanoTime - last > 0) {
      cut(nanoTime);
    }
    return List.copyOf(intervals);
  }

  private void cut(long now) {
    long doneNow = done.getAsLong();
    Long clientNow = ProcessFigures.read(client).cpuMillis();
    Long serversNow = ProcessFigures.read(servers).cpuMillis();
    double seconds = (now - last) / SECOND_NANOS;
    intervals.add(
        new Interval(
            (now - begin) / SECOND_NANOS,
            seconds,
            doneNow - doneBefore,
            Latency.of(calls.get()),
            cores(clientNow, clientBefore, seconds),
            cores(serversNow, serversBefore, seconds)));
    last = now;
    doneBefore = doneNow;
    clientBefore = clientNow;
    serversBefore = serversNow;
  }

  private static @Nullable Double cores(@Nullable Long now, @Nullable Long before, double seconds) {
    Long millis = ProcessFigures.difference(now, before);
    return millis == null ? null : Double.valueOf(millis / 1e3 / seconds);
  }
}

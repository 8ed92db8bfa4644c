package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SeriesTest {
  private static final long SECOND = 1_000_000_000;

  private static Histogram calls(long nanos) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(nanos, 7);
    return histogram;
  }

  @Test
  void eachIntervalHasWhatWasDoneInIt() {
    Deque<Long> done = new ArrayDeque<>(List.of(40L, 100L));
    Deque<Histogram> calls = new ArrayDeque<>(List.of(calls(2000), calls(5000)));
    Series series =
        new Series(List.of(ProcessHandle.current().pid()), done::removeFirst, calls::removeFirst);
    long now = System.nanoTime();
    series.begin(now - 2 * SECOND);
    series.tick();
    series.tick();
    List<Interval> intervals = series.end(now + SECOND);
    assertThat(intervals).hasSize(2);
    Interval first = intervals.get(0);
    assertThat(first.operations()).isEqualTo(40);
    assertThat(first.endSeconds()).isBetween(2.0, 2.9).isEqualTo(first.seconds());
    assertThat(Objects.requireNonNull(first.latency()).p50Micros()).isBetween(1.9, 2.1);
    assertThat(first.clientCores()).isNotNull();
    assertThat(first.serverCores()).isNotNull();
    Interval second = intervals.get(1);
    assertThat(second.operations()).isEqualTo(60);
    assertThat(second.endSeconds()).isEqualTo(3.0);
    assertThat(second.seconds()).isBetween(0.1, 1.0);
    assertThat(Objects.requireNonNull(second.latency()).p50Micros()).isBetween(4.9, 5.1);
  }

  @Test
  void whatIsNotCountedHasNoLatencyAndNoServers() {
    Series series = Series.ofNothing();
    long now = System.nanoTime();
    series.begin(now);
    assertThat(series.end(now + SECOND))
        .singleElement()
        .satisfies(
            interval -> {
              assertThat(interval.operations()).isZero();
              assertThat(interval.latency()).isNull();
              assertThat(interval.serverCores()).as("not 0").isNull();
            });
    assertThat(series.end(now + SECOND)).as("nothing has gone by since").hasSize(1);
  }
}

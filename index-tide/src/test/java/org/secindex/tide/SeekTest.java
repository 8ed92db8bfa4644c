package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.tide.LogBytes.In;
import org.secindex.tide.TideQuery.Order;

/** Times that a log has, and those before, between and behind them. */
class SeekTest {
  private static final long[] TIMES = {0, 9, 10, 11, 20, 25, 30, 31, Long.MIN_VALUE, -2, -1};

  private static LogBytes log(Compression compression) {
    return new LogBytes()
        .tide()
        .chan(0, "/a")
        .chnk(0, compression, new In(0, 30, "a"), new In(0, 10, "bb"), new In(0, 20, ""))
        .indx(0, 0, 30, 0, 0, 10, 17, 0, 20, 35)
        .chnk(1, compression, new In(0, 20, "d"), new In(0, Long.MIN_VALUE, "e"))
        .indx(0, 1, 20, 0, 1, Long.MIN_VALUE, 17);
  }

  private static List<Entry> expected(LogBytes log, long from, long to, Order order) {
    Stream<Entry> within =
        log.entries().stream()
            .filter(e -> Long.compareUnsigned(e.time(), from) >= 0)
            .filter(e -> Long.compareUnsigned(e.time(), to) <= 0);
    Comparator<Entry> byTime = (a, b) -> Long.compareUnsigned(a.time(), b.time());
    return (order == Order.TIME ? within.sorted(byTime) : within).toList();
  }

  @ParameterizedTest
  @EnumSource
  void everyRangeOfTimes(Compression compression) {
    LogBytes log = log(compression);
    TideSource source = TideSource.of("log", ByteBuffer.wrap(log.toBytes()));
    for (IndexPolicy policy : IndexPolicy.values()) {
      try (TideReader reader = TideReader.open(source, ReadOptions.DEFAULT.policy(policy))) {
        for (long from : TIMES) {
          for (long to : TIMES) {
            for (Order order : Order.values()) {
              assertThat(Entry.all(reader.entries(TideQuery.ALL.between(from, to).order(order))))
                  .as("%s: %d .. %d by %s", policy, from, to, order)
                  .isEqualTo(expected(log, from, to, order));
            }
          }
        }
      }
    }
  }
}

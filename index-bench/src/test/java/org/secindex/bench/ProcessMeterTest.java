package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessMeterTest {
  private static final long HALF_A_SECOND = 500_000_000;

  @Test
  void clientAndServerAreMeasuredApart() throws IOException {
    Process server = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try (ProcessMeter meter = ProcessMeter.start(List.of(server.pid()))) {
      long cpu = spin();
      Usage usage = meter.stop();
      assertThat(usage.wallSeconds()).isGreaterThanOrEqualTo(0.5);
      // A clock tick is 10 ms, and what comes before the first tick is not counted.
      assertThat(usage.clientCpuSeconds()).isGreaterThan(cpu / 1e9 - 0.1);
      assertThat(usage.serverCpuSeconds()).isPositive();
      assertThat(usage.clientRssBytes()).isGreaterThan(10_000_000);
      assertThat(usage.serverRssBytes()).isBetween(10_000L, 100_000_000L);
      assertThat(usage.majorFaults()).isNotNegative();
      assertThat(usage.servers()).containsOnlyKeys(server.pid());
    } finally {
      server.destroyForcibly();
    }
  }

  private static long spin() {
    var threads = java.lang.management.ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    long begin = System.nanoTime();
    long n = 0;
    while (System.nanoTime() - begin < HALF_A_SECOND) {
      n++;
    }
    assertThat(n).isPositive();
    return threads.getCurrentThreadCpuTime() - before;
  }

  @Test
  void aServerThatCannotBeReadHasNoFiguresRatherThanZeros() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    try (ProcessMeter meter = ProcessMeter.start(List.of(gone.pid()))) {
      Usage usage = meter.stop();
      assertThat(usage.serverCpuSeconds()).isNull();
      assertThat(usage.serverRssBytes()).isNull();
      assertThat(usage.readBytes()).isNull();
      assertThat(usage.majorFaults()).isNull();
      assertThat(usage.clientCpuSeconds()).isNotNull();
    }
  }

  @Test
  void withoutServersTheirFiguresAreUnknownAndTheClientsStand() {
    try (ProcessMeter meter = ProcessMeter.start(List.of())) {
      Usage usage = meter.stop();
      assertThat(usage.serverCpuSeconds()).isNull();
      assertThat(usage.serverRssBytes()).isNull();
      assertThat(usage.clientRssBytes()).isPositive();
      assertThat(usage.majorFaults()).isNotNull();
    }
  }

  @Test
  void whoWantsToKnowIsToldMeanwhileAndNotAfterwards() throws InterruptedException {
    CountDownLatch twice = new CountDownLatch(2);
    boolean[] stopped = {false};
    boolean[] late = {false};
    Runnable told =
        () -> {
          twice.countDown();
          late[0] |= stopped[0];
        };
    try (ProcessMeter meter = ProcessMeter.start(List.of(), Series.ofNothing(), told)) {
      assertThat(twice.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(meter.stop().wallSeconds()).isPositive();
      stopped[0] = true;
    }
    assertThat(late[0]).isFalse();
  }
}

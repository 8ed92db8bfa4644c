package org.secindex.bench;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Measures what this process and some servers use between {@link #start} and {@link #stop}. Memory
 * is sampled, since the peak that a system keeps is that of a process's whole life.
 */
final class ProcessMeter implements AutoCloseable {
  private static final long SAMPLE_MILLIS = 200;
  private static final long PATIENCE_SECONDS = 10;

  private final List<Long> client = List.of(ProcessHandle.current().pid());
  private final List<Long> servers;
  private final AtomicLong clientPeak = new AtomicLong();
  private final AtomicLong serverPeak = new AtomicLong();
  private final ScheduledExecutorService sampler;
  private final ProcessFigures clientBefore;
  private final Map<Long, ProcessFigures> serversBefore;
  private final GarbageMeter garbage;
  private final Series series;
  private final @Nullable Double machineBefore;
  private final long begin;

  private ProcessMeter(List<Long> servers, Series series, Runnable meanwhile) {
    this.servers = List.copyOf(servers);
    this.series = series;
    sampler =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "bench-memory-sampler");
              thread.setDaemon(true);
              return thread;
            });
    garbage = new GarbageMeter();
    sample();
    var unused =
        sampler.scheduleWithFixedDelay(
            () -> {
              sample();
              garbage.sample();
              series.tick();
              meanwhile.run();
            },
            SAMPLE_MILLIS,
            SAMPLE_MILLIS,
            TimeUnit.MILLISECONDS);
    serversBefore = ProcessFigures.each(servers);
    clientBefore = ProcessFigures.read(client);
    machineBefore = Machine.busySeconds();
    begin = System.nanoTime();
    series.begin(begin);
  }

  static ProcessMeter start(List<Long> serverPids) {
    return start(serverPids, Series.ofNothing(), () -> {});
  }

  /**
   * Starts to measure.
   *
   * @param series of what is done meanwhile
   * @param meanwhile run some times a second by the thread that samples
   */
  static ProcessMeter start(List<Long> serverPids, Series series, Runnable meanwhile) {
    return new ProcessMeter(serverPids, series, meanwhile);
  }

  private void sample() {
    keepPeak(clientPeak, ProcessFigures.read(client).rssBytes());
    keepPeak(serverPeak, ProcessFigures.read(servers).rssBytes());
  }

  private static void keepPeak(AtomicLong peak, @Nullable Long now) {
    if (now != null) {
      peak.accumulateAndGet(now, Math::max);
    }
  }

  Usage stop() {
    long end = System.nanoTime();
    Double machine = OwnFigures.difference(Machine.busySeconds(), machineBefore);
    Garbage made = garbage.stop();
    ProcessFigures client = ProcessFigures.read(this.client);
    Map<Long, ProcessFigures> each = ProcessFigures.each(servers);
    each.replaceAll((pid, now) -> now.since(Objects.requireNonNull(serversBefore.get(pid))));
    ProcessFigures server = ProcessFigures.sum(each.values());
    sample();
    close();
    List<Interval> intervals = series.end(end);
    boolean alone = servers.isEmpty();
    double wall = (end - begin) / 1e9;
    Double clientCpu =
        seconds(ProcessFigures.difference(client.cpuMillis(), clientBefore.cpuMillis()));
    Double serverCpu = seconds(server.cpuMillis());
    return new Usage(
        wall,
        clientCpu,
        serverCpu,
        known(clientPeak),
        known(serverPeak),
        used(
            alone,
            ProcessFigures.difference(client.readBytes(), clientBefore.readBytes()),
            server.readBytes()),
        used(
            alone,
            ProcessFigures.difference(client.writeBytes(), clientBefore.writeBytes()),
            server.writeBytes()),
        used(
            alone,
            ProcessFigures.difference(client.majorFaults(), clientBefore.majorFaults()),
            server.majorFaults()),
        each,
        made,
        intervals,
        others(machine, clientCpu, alone ? Double.valueOf(0) : serverCpu, wall));
  }

  private static @Nullable Double others(
      @Nullable Double machine, @Nullable Double client, @Nullable Double servers, double wall) {
    return machine == null || client == null || servers == null
        ? null
        : Double.valueOf(Math.max(0, machine - client - servers) / wall);
  }

  private static @Nullable Long used(
      boolean alone, @Nullable Long byClient, @Nullable Long byServers) {
    return alone ? byClient : ProcessFigures.sum(byClient, byServers);
  }

  private static @Nullable Double seconds(@Nullable Long millis) {
    return millis == null ? null : Double.valueOf(millis / 1e3);
  }

  private static @Nullable Long known(AtomicLong peak) {
    return peak.get() == 0 ? null : Long.valueOf(peak.get());
  }

  /** Returns when the last sample has been taken, and nobody is told anything any more. */
  @Override
  public void close() {
    sampler.shutdown();
    try {
      if (!sampler.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        sampler.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What a reader must know of a figure so as not to be misled by it. */
final class Notes {
  /** Below this share of the wanted rate it was not kept. */
  private static final double KEPT = 0.98;

  /** Above this share of a processor a client has no more to give. */
  private static final double BUSY = 0.9;

  /** Above this share of all processors nobody has. */
  private static final double ALL_BUSY = 0.95;

  /** Above this share of the bench itself a figure is not one of the store. */
  private static final double OWN = 0.1;

  /** Above this share of all processors other programs disturb. */
  private static final double DISTURBED = 0.1;

  /** The system counts in ticks of 10 ms, of which shorter measurements have too few. */
  private static final double SHORT_SECONDS = 0.5;

  private final int processors;

  Notes(int processors) {
    this.processors = processors;
  }

  /**
   * @param cold why it is not cold though it should be; empty if there is nothing to say
   * @param floor what calls of the bench alone took in the same task; null if not measured
   * @return sentences with {@code "; "} between; mostly empty
   */
  String of(Trial trial, Measurement m, String cold, @Nullable Latency floor) {
    List<String> notes = new ArrayList<>();
    add(notes, trial.target().remark());
    add(notes, cold);
    Usage usage = m.usage();
    if (trial.task().suite().looksUp()) {
      if (trial.pace().isOpenLoop()) {
        add(notes, rate(trial.pace().rate(), m));
      } else {
        add(notes, client(trial, usage));
        add(notes, own(m, floor));
      }
    }
    add(notes, machine(usage));
    add(notes, others(trial, usage));
    return String.join("; ", notes);
  }

  private static void add(List<String> notes, String note) {
    if (!note.isEmpty()) {
      notes.add(note);
    }
  }

  private static String rate(double wanted, Measurement m) {
    Histogram latency = m.latency();
    double made = latency == null ? 0 : latency.getTotalCount() / m.usage().wallSeconds();
    return made < KEPT * wanted
        ? String.format(
            Locale.ROOT,
            "the rate was not kept: %.0f calls/s were made of %.0f that were due",
            made,
            wanted)
        : "";
  }

  /** Of a store that works in the client's process, the client's work is the store's. */
  private String client(Trial trial, Usage usage) {
    Double cpu = usage.clientCpuSeconds();
    if (cpu == null || !trial.target().isServer()) {
      return "";
    }
    double cores = cpu / usage.wallSeconds();
    int most = Math.min(processors, trial.task().clients());
    return cores >= BUSY * most
        ? String.format(
            Locale.ROOT,
            "the client was the bottleneck: it kept %.1f of %d processors busy",
            cores,
            most)
        : "";
  }

  private String machine(Usage usage) {
    Double client = usage.clientCpuSeconds();
    Double servers = usage.serverCpuSeconds();
    if (client == null || servers == null) {
      return "";
    }
    return client + servers >= ALL_BUSY * processors * usage.wallSeconds()
        ? "client and servers took all " + processors + " processors from each other"
        : "";
  }

  /** The processes of a server that is not ours are others, too, and known to be at work. */
  private String others(Trial trial, Usage usage) {
    Double cores = usage.otherCores();
    boolean unknownServer = trial.target().isServer() && trial.target().processes().isEmpty();
    if (cores == null || unknownServer || usage.wallSeconds() < SHORT_SECONDS) {
      return "";
    }
    return cores > DISTURBED * processors
        ? String.format(
            Locale.ROOT,
            "disturbed: other programs kept %.1f of %d processors busy",
            cores,
            processors)
        : "";
  }

  /** By the medians, which other work on the machine hardly changes. */
  private static String own(Measurement m, @Nullable Latency floor) {
    Latency latency = Latency.of(m.latency());
    if (floor == null || latency == null) {
      return "";
    }
    double share = floor.p50Micros() / latency.p50Micros();
    return share > OWN
        ? String.format(
            Locale.ROOT, "%.0f %% of a call is what the bench alone takes (noop)", 100 * share)
        : "";
  }
}

package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.secindex.testkit.Catalogue;

/**
 * What a run will take, before it begins.
 *
 * @param parts in the order in which they are done
 * @param peakBytes the most that lies on the disk at one time
 * @param freeBytes of the disk that the results go to
 */
public record Forecast(List<Part> parts, long peakBytes, long freeBytes) {
  /**
   * One store at one size, all repeats.
   *
   * @param store its name; {@code files} for the making of files
   * @param entries the size
   * @param measurements how many
   * @param seconds on the clock
   * @param bytes on the disk
   * @param measured whether the time follows from what this run has measured already; else from
   *     another machine
   */
  public record Part(
      String store, long entries, int measurements, double seconds, long bytes, boolean measured) {}

  private static final double MICROS = 1e6;
  private static final int SAMPLES = 1000;

  /** Of MariaDB's own tables and logs, besides the redo log. */
  private static final long SERVER_BYTES = 200_000_000;

  /** Of an entry while it is sorted. */
  private static final long SORTED_BYTES = 16;

  private static final double MAKING_FILES_MICROS = 0.1;

  /** Copies the list. */
  public Forecast {
    parts = List.copyOf(parts);
  }

  /**
   * Of a plan; what a run that it resumes has measured is not counted, and its figures are used.
   *
   * @throws org.secindex.api.IndexConfigException if the run to resume is of another kind
   */
  public static Forecast of(BenchPlan plan) throws IOException {
    List<ResultRow> rows = List.of();
    if (plan.resume() && RunDirectory.isOne(plan.out())) {
      RunDirectory directory = RunDirectory.open(plan.out());
      PlanFacts.requireSame(plan, directory.readRun());
      rows = ResultsCsv.read(directory.results()).stream().filter(ResultRow::isOk).toList();
    }
    List<Part> parts = new ArrayList<>();
    long peak = 0;
    for (long size : plan.sizes()) {
      long files = 0;
      if (plan.suites().contains(Suite.LOAD)) {
        files = (long) (size * tsvBytesPerEntry(Catalogue.of(plan.keys(), size)));
        parts.add(new Part("files", size, 1, size * MAKING_FILES_MICROS / MICROS, files, false));
      }
      for (StoreName store : plan.stores().names()) {
        Part part = part(plan, store, size, rows);
        if (part.measurements() > 0) {
          parts.add(part);
          peak = Math.max(peak, files + part.bytes());
        }
      }
    }
    return new Forecast(parts, peak, freeBytes(plan.out()));
  }

  private static Part part(BenchPlan plan, StoreName store, long size, List<ResultRow> rows) {
    Cost cost = Cost.of(store.backend());
    double scan = cost.micros(Suite.SCAN) * size;
    double seconds = cost.fixedSeconds();
    int measurements = 0;
    boolean measured = !rows.isEmpty();
    for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
      for (Task task : plan.tasks(store)) {
        if (isDone(rows, plan, store, task, size, repeat)) {
          continue;
        }
        measurements++;
        Optional<ResultRow> known = largest(rows, store, task);
        measured &= known.isPresent();
        double micros = known.map(Forecast::micros).orElse(cost.micros(task.suite()));
        // What was written is read back and checked.
        double check = task.suite().looksUp() || task.suite() == Suite.SCAN ? 0 : scan;
        seconds += seconds(plan, task, size, micros) + check / MICROS;
      }
    }
    return new Part(
        store.toString(), size, measurements, seconds, storeBytes(plan, store, size), measured);
  }

  private static double seconds(BenchPlan plan, Task task, long size, double micros) {
    Lookups lookups = plan.lookups();
    Optional<Duration> duration = lookups.pace().duration();
    if (!task.suite().looksUp()) {
      long entries = task.suite() == Suite.UPDATE ? Math.min(size, BenchPlan.LARGEST_UPDATE) : size;
      return entries * micros / MICROS;
    }
    if (duration.isPresent()) {
      return duration.get().toMillis() / 1e3;
    }
    int keys = lookups.keys(task.suite());
    double asFast = keys * micros / MICROS;
    return lookups.pace().isOpenLoop()
        ? Math.max(asFast, keys / (lookups.pace().rate() * task.keysPerCall()))
        : asFast;
  }

  private static double micros(ResultRow row) {
    Double rate = row.opsPerSecond();
    return rate == null ? 0 : MICROS / rate;
  }

  private static boolean isDone(
      List<ResultRow> rows, BenchPlan plan, StoreName store, Task task, long size, int repeat) {
    return rows.stream()
        .anyMatch(
            row ->
                isOf(row, store, task)
                    && row.entries() == size
                    && row.repeat() == repeat
                    && row.clients() == task.clients()
                    && row.keys().equals(plan.keys()));
  }

  private static Optional<ResultRow> largest(List<ResultRow> rows, StoreName store, Task task) {
    return rows.stream()
        .filter(row -> isOf(row, store, task))
        .max(Comparator.comparingLong(ResultRow::entries));
  }

  private static boolean isOf(ResultRow row, StoreName store, Task task) {
    Integer keys = row.method().keysPerCall();
    return row.backend().equals(store.backend())
        && row.layout().equals(store.layout())
        && row.suite().equals(task.suite().label())
        && (keys == null || keys == task.keysPerCall());
  }

  /** What a store may take on the disk at one size, without the files that are loaded. */
  static long storeBytes(BenchPlan plan, StoreName store, long size) {
    double perEntry = Cost.of(store.backend()).bytesPerEntry();
    long entries = size;
    if (plan.suites().contains(Suite.UPDATE)) {
      entries += Math.min(size, BenchPlan.LARGEST_UPDATE);
    }
    long sorting = 0;
    if (plan.suites().contains(Suite.LOAD)
        && size * SORTED_BYTES > Runtime.getRuntime().maxMemory() / 2) {
      sorting = size * SORTED_BYTES;
    }
    boolean ourServer = store.backend().equals("mysql") && plan.stores().mysql().isEmpty();
    long server = ourServer ? SERVER_BYTES + plan.stores().cacheBytes() / 4 : 0;
    return (long) (entries * perEntry) + sorting + server;
  }

  private static double tsvBytesPerEntry(Catalogue catalogue) {
    long samples = Math.min(SAMPLES, catalogue.size());
    long bytes = 0;
    for (long i = 0; i < samples; i++) {
      long key = catalogue.key(catalogue.size() / samples * i);
      String line = key + "\t" + catalogue.chunkId(key) + "\t" + catalogue.subChunkId(key) + "\n";
      bytes += line.length();
    }
    return (double) bytes / samples;
  }

  private static long freeBytes(Path out) throws IOException {
    @Nullable Path there = out.toAbsolutePath();
    while (there != null && !Files.exists(there)) {
      there = there.getParent();
    }
    return there == null ? 0 : Files.getFileStore(there).getUsableSpace();
  }

  /** How long all takes. */
  public double seconds() {
    return parts.stream().mapToDouble(Part::seconds).sum();
  }

  /** Whether the disk has room for it. */
  public boolean fits() {
    return peakBytes < freeBytes;
  }

  /** A line for each part, and what they make together. */
  public String table() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%-20s %8s %12s %12s %10s\n",
            "store",
            "entries",
            "measurements",
            "about",
            "disk"));
    for (Part part : parts) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-20s %8s %12d %12s %10s%s\n",
              part.store(),
              Numbers.size(part.entries()),
              part.measurements(),
              time(part.seconds()),
              Numbers.bytes(part.bytes()),
              part.measured() ? "  (from what was measured)" : ""));
    }
    return text.append(
            String.format(
                Locale.ROOT,
                "\nAbout %s in all, and up to %s on the disk at one time, which has %s free.\n",
                time(seconds()),
                Numbers.bytes(peakBytes),
                Numbers.bytes(freeBytes)))
        .append("Times follow from figures of a machine with two cores, unless said otherwise.\n")
        .toString();
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    if (whole < 120) {
      return whole + " s";
    }
    return whole < 7200
        ? whole / 60 + " min"
        : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
  }
}

package org.secindex.file.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.secindex.api.Access;
import org.secindex.api.EntryBatch;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;

/**
 * Measures one index of {@code lsst} keys as it grows. Each command is a process of its own, so
 * that memory and page cache are those of what is measured:
 *
 * <pre>
 * load CSV DIRECTORY ENTRIES              loads, durably, from the generator
 * ask  CSV DIRECTORY ENTRIES READ warm    opens with option read=READ, asks a million keys
 * ask  CSV DIRECTORY ENTRIES READ cold DISK   the same with few keys; DISK is the device's stat file
 * update CSV DIRECTORY ENTRIES            writes ten million entries over the index, some times
 * </pre>
 */
final class Grow {
  private static final String PART = "grow";
  private static final String KEYS = "lsst";
  private static final int A_CALL = 1000;
  private static final int UPDATED = 10_000_000;

  private final Figures figures;
  private final Place place;

  private Grow(Figures figures, Place place) {
    this.figures = figures;
    this.place = place;
  }

  public static void main(String[] args) throws IOException {
    Catalogue catalogue = Catalogue.of(KEYS, Long.parseLong(args[3]));
    Grow grow = new Grow(new Figures(Path.of(args[1])), new Place(Path.of(args[2]), catalogue));
    switch (args[0]) {
      case "load" -> grow.load();
      case "ask" -> {
        if (args[5].equals("warm")) {
          grow.askWarm(args[4]);
        } else {
          grow.askCold(args[4], args[5], Path.of(args[6]));
        }
      }
      case "update" -> grow.update();
      default -> throw new IllegalArgumentException("no command " + args[0]);
    }
  }

  private void add(String store, String measure, double value, String unit) throws IOException {
    figures.add(PART, KEYS, place.catalogue().size(), store, measure, value, unit);
  }

  private void load() throws IOException {
    long entries = place.catalogue().size();
    warmUp();
    long sample = Math.min(entries, 100_000_000);
    EntryBatch batch = new EntryBatch();
    long start = System.nanoTime();
    SortedEntries alone = place.catalogue().entries(0, sample);
    while (alone.read(batch)) {
      // Only to see what the generator takes.
    }
    double generating = (System.nanoTime() - start) * 1e-9 * entries / sample;
    place.drop();
    long cpu = cpu();
    start = System.nanoTime();
    try (SecondaryIndex index = place.create("")) {
      index.load(place.catalogue().entries());
    }
    double seconds = (System.nanoTime() - start) * 1e-9;
    add("file", "generate", generating, "s");
    add("file", "load", seconds, "s");
    add("file", "load-cpu", (cpu() - cpu) * 1e-9, "s");
    add("file", "load-rate", entries / seconds, "entries/s");
    add("file", "bytes", (double) bytes(), "B");
    add("file", "size", (double) bytes() / entries, "B/entry");
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Lets the compiler see all that follows, on an index that is not the one measured. */
  private static void warmUp() throws IOException {
    Path directory = Files.createTempDirectory("secindex-warm-up");
    Place small = new Place(directory, Catalogue.of(KEYS, 300_000));
    try (SecondaryIndex index = small.create("")) {
      index.load(small.catalogue().entries());
    }
    try (SecondaryIndex index = small.open(Access.READ, "read=positional")) {
      new Questions(small, 100_000, 1).find(index);
      new Questions(small, 200_000, 2).findAll(index);
    }
    try (SecondaryIndex index = small.open(Access.READ, "read=mapped")) {
      new Questions(small, 100_000, 1).find(index);
      new Questions(small, 200_000, 2).findAll(index);
    }
    small.drop();
    Files.delete(directory);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(place.file())) {
      return files.sorted().toList();
    }
  }

  private long bytes() throws IOException {
    long bytes = 0;
    for (Path file : files()) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  private SecondaryIndex open(String store, String read) throws IOException {
    System.gc();
    long heap = heap();
    long start = System.nanoTime();
    SecondaryIndex index = place.open(Access.READ, "read=" + read);
    add(store, "open", (System.nanoTime() - start) * 1e-9, "s");
    System.gc();
    add(store, "open-heap", (double) (heap() - heap), "B");
    return index;
  }

  private static long heap() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private void askWarm(String read) throws IOException {
    String store = read + "-warm";
    for (Path file : files()) {
      try (InputStream in = Files.newInputStream(file)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    }
    warmUp();
    try (SecondaryIndex index = open(store, read)) {
      new Questions(place, 1_000_000, 3).find(index);
      add(store, "find", new Questions(place, 1_000_000, 4).find(index), "ns");
      new Questions(place, 1_000_000, 5).findAll(index);
      add(store, "findAll", new Questions(place, 1_000_000, 6).findAll(index), "ns");
      add(store, "resident", status("VmRSS"), "B");
      add(store, "resident-own", status("RssAnon"), "B");
    }
  }

  private void askCold(String read, String state, Path disk) throws IOException {
    String store = read + "-" + state;
    // Few enough that they seldom share a page.
    int count = (int) Math.min(20_000, Math.max(100, bytes() / 4096 / 20));
    warmUp();
    try (SecondaryIndex index = open(store, read)) {
      long own = counters(disk)[2];
      own = counters(disk)[2] - own;
      long[] before = counters(disk);
      add(store, "find", new Questions(place, count, 7).find(index), "ns");
      long[] after = counters(disk);
      add(store, "find-reads", (double) (after[0] - before[0]) / count, "disk reads/look-up");
      add(store, "find-read-bytes", (double) (after[1] - before[1]) / count, "B/look-up");
      add(store, "find-calls", (double) (after[2] - before[2] - own) / count, "read calls/look-up");
      before = counters(disk);
      Questions batch = new Questions(place, count / A_CALL * A_CALL, 8);
      if (batch.size() > 0) {
        add(store, "findAll", batch.findAll(index), "ns");
        after = counters(disk);
        add(
            store,
            "findAll-reads",
            (double) (after[0] - before[0]) / batch.size(),
            "disk reads/look-up");
      }
      add(store, "resident", status("VmRSS"), "B");
    }
  }

  /** Reads completed by the disk, bytes fetched for this process, read calls of this process. */
  private static long[] counters(Path disk) throws IOException {
    String[] completed = Files.readString(disk).trim().split("\\s+", -1);
    long[] counters = {Long.parseLong(completed[0]), 0, 0};
    for (String line : Files.readAllLines(Path.of("/proc/self/io"))) {
      String[] field = line.split(": ", -1);
      if (field[0].equals("read_bytes")) {
        counters[1] = Long.parseLong(field[1]);
      } else if (field[0].equals("syscr")) {
        counters[2] = Long.parseLong(field[1]);
      }
    }
    return counters;
  }

  private static double status(String name) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      String[] field = line.split("\\s+", -1);
      if (field[0].equals(name + ":")) {
        return 1024.0 * Long.parseLong(field[1]);
      }
    }
    throw new IllegalStateException("the kernel says no " + name);
  }

  private void update() throws IOException {
    warmUp();
    update("update", "compaction=off");
    update("update-compacting", "compaction=auto");
  }

  /** The median of three updates, each of other keys. */
  private void update(String measure, String options) throws IOException {
    double[] seconds = new double[3];
    try (SecondaryIndex index = place.open(Access.WRITE, options)) {
      for (int i = 0; i < seconds.length; i++) {
        int count = (int) Math.min(UPDATED, place.catalogue().size());
        Changed changed = Changed.of(place, count, i);
        long start = System.nanoTime();
        index.update(changed.entries());
        seconds[i] = (System.nanoTime() - start) * 1e-9;
        changed.check(index);
      }
    }
    Arrays.sort(seconds);
    add("file", measure, seconds[1], "s");
  }
}

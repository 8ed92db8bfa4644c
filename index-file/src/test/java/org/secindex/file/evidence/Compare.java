package org.secindex.file.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.secindex.file.BlockBenchmark;

/**
 * Measures the file index beside LMDB and beside bare reads of its own files, all with the same
 * entries, in one run.
 *
 * <p>Arguments: results.csv, a scratch directory, the compiled pread.c, how many entries, and the
 * names of the catalogues.
 */
final class Compare {
  private static final String PART = "compare";
  private static final int READS = 1_000_000;

  private final Figures figures;
  private final Path scratch;
  private final String pread;
  private final long entries;

  private Compare(Figures figures, Path scratch, String pread, long entries) {
    this.figures = figures;
    this.scratch = scratch;
    this.pread = pread;
    this.entries = entries;
  }

  public static void main(String[] args) throws Exception {
    Compare compare =
        new Compare(
            new Figures(Path.of(args[0])), Path.of(args[1]), args[2], Long.parseLong(args[3]));
    for (String keys : List.of(args).subList(4, args.length)) {
      compare.measure(keys);
    }
  }

  private void measure(String keys) throws IOException, RunnerException, InterruptedException {
    System.setProperty(Place.PROPERTY, scratch.toString());
    Place place = Place.of(keys, entries);
    ChainedOptionsBuilder load = options(keys).include(benchmark(LoadBenchmark.class));
    run(keys, load.warmupIterations(2).measurementIterations(3));
    long bytes = 0;
    for (Path file : files(place)) {
      bytes += Files.size(file);
    }
    add(keys, "file", "size", (double) bytes / entries, "B/entry");
    try (Lmdb lmdb = Lmdb.open(place.lmdb())) {
      add(keys, "lmdb", "size", (double) lmdb.bytes() / entries, "B/entry");
    }
    List<double[]> reads = new ArrayList<>();
    reads.add(pread(place));
    ChainedOptionsBuilder blocks = options(keys).include(benchmark(BlockBenchmark.class));
    run(keys, blocks.param("directory", place.file().toString()));
    run(keys, options(keys).include(benchmark(LookUpBenchmark.class)));
    reads.add(pread(place));
    run(keys, options(keys).include(benchmark(ScanBenchmark.class)));
    add(keys, "pread", "read-aligned", least(reads, 0), "ns");
    add(keys, "pread", "read-anywhere", least(reads, 1), "ns");
  }

  private static String benchmark(Class<?> type) {
    return type.getName().replace(".", "\\.") + "\\.";
  }

  private ChainedOptionsBuilder options(String keys) {
    return new OptionsBuilder()
        .param("keys", keys)
        .param("entries", Long.toString(entries))
        .forks(1)
        .warmupIterations(2)
        .warmupTime(TimeValue.seconds(1))
        .measurementIterations(4)
        .measurementTime(TimeValue.seconds(1))
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true)
        .jvmArgsAppend("-Xmx1g", "-D" + Place.PROPERTY + "=" + scratch);
  }

  private void run(String keys, ChainedOptionsBuilder options) throws IOException, RunnerException {
    Map<String, String[]> names =
        Map.of(
            "load", new String[] {"file", "load"},
            "lmdbLoad", new String[] {"lmdb", "load"},
            "find", new String[] {"file", "find"},
            "lmdbFind", new String[] {"lmdb", "find"},
            "findAll", new String[] {"file", "findAll"},
            "lmdbFindAll", new String[] {"lmdb", "findAll"},
            "scan", new String[] {"file", "scan"},
            "lmdbScan", new String[] {"lmdb", "scan"},
            "read", new String[] {"file", "read-block"},
            "decode", new String[] {"file", "decode-block"});
    for (RunResult result : new Runner(options.build()).run()) {
      String[] name = names.get(result.getPrimaryResult().getLabel());
      // The least disturbed iteration, of every store alike.
      double ns = result.getPrimaryResult().getStatistics().getMin();
      if (name == null) {
        throw new IllegalStateException("no name for " + result.getPrimaryResult().getLabel());
      }
      if (name[1].equals("load") || name[1].equals("scan")) {
        add(keys, name[0], name[1], entries * 1e9 / ns, "entries/s");
      } else {
        add(keys, name[0], name[1], ns, "ns");
      }
    }
  }

  private void add(String keys, String store, String measure, double value, String unit)
      throws IOException {
    figures.add(PART, keys, entries, store, measure, value, unit);
  }

  private static List<Path> files(Place place) throws IOException {
    try (Stream<Path> files = Files.list(place.file())) {
      return files.sorted().toList();
    }
  }

  private double[] pread(Place place) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(pread, Integer.toString(READS)));
    for (Path file : files(place)) {
      command.add(file.toString());
    }
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(command + " failed");
    }
    String[] numbers = out.trim().split(" ", -1);
    return new double[] {Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1])};
  }

  private static double least(List<double[]> rows, int column) {
    return rows.stream().mapToDouble(row -> row[column]).min().orElseThrow();
  }
}

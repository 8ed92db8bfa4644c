package org.secindex.xrootd.evidence;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.secindex.testkit.XrootdServer;
import org.secindex.xrootd.client.OpenMode;
import org.secindex.xrootd.client.XrootdClient;
import org.secindex.xrootd.client.XrootdFile;
import org.secindex.xrootd.client.XrootdUrl;

/**
 * Our client and XRootD's own beside each other: the same reads of the same file on the same
 * server, in turns. Prints a line for each round, and a verdict by the medians of the rounds.
 *
 * <pre>Beside DIRECTORY XRDCL MEGABYTES ROUNDS</pre>
 */
public final class Beside {
  private static final int ELEMENTS = 1024;
  private static final int BLOCK = 1024;

  private enum Part {
    SINGLE(20_000, 1, 4096),
    THREADS(80_000, 8, 4096),
    VECTOR(500, 1, BLOCK),
    ORDER(0, 1, 8 << 20);

    final int count;
    final int threads;
    final int length;

    Part(int count, int threads, int length) {
      this.count = count;
      this.threads = threads;
      this.length = length;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Calls a second, the median of a call in µs, and the CPU time of a call in µs. */
  private record Figures(double rate, double median, double cpu) {}

  private final XrootdFile file;

  private Beside(XrootdFile file) {
    this.file = file;
  }

  /** See the class. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    int megabytes = Integer.parseInt(args[2]);
    int rounds = Integer.parseInt(args[3]);
    try (XrootdServer server = XrootdServer.start(directory);
        XrootdClient client = new XrootdClient()) {
      fill(server.dataDirectory().resolve("f"), megabytes);
      String url = server.url("f");
      boolean good = true;
      try (XrootdFile file = client.open(XrootdUrl.parse(url), OpenMode.READ)) {
        Beside beside = new Beside(file);
        System.out.println("part,client,calls_per_s,median_us,cpu_us_per_call");
        for (Part part : Part.values()) {
          int count = part == Part.ORDER ? megabytes : part.count;
          List<Figures> ours = new ArrayList<>();
          List<Figures> theirs = new ArrayList<>();
          for (int round = 0; round < rounds; round++) {
            ours.add(told(part, "ours", beside.measure(part, count)));
            theirs.add(told(part, "xrdcl", xrdcl(args[1], url, part, count)));
          }
          good &= verdict(part, ours, theirs);
        }
      }
      System.out.println(good ? "VERDICT: all targets met" : "VERDICT: missed, see above");
    }
  }

  private static Figures told(Part part, String who, Figures f) {
    System.out.printf(
        Locale.ROOT, "%s,%s,%.1f,%.1f,%.2f%n", part.label(), who, f.rate, f.median, f.cpu);
    return f;
  }

  private static boolean verdict(Part part, List<Figures> ours, List<Figures> theirs) {
    double median = median(ours, false) / median(theirs, false);
    double rate = median(ours, true) / median(theirs, true);
    boolean met =
        switch (part) {
          case SINGLE -> median <= 1.0;
          case VECTOR, THREADS -> rate >= 1.0;
          case ORDER -> rate >= 0.9;
        };
    System.out.printf(
        Locale.ROOT,
        "# %s: ours / xrdcl: rate %.2f, median %.2f; target %s: %s%n",
        part.label(),
        rate,
        median,
        part == Part.SINGLE ? "median <= 1.0" : part == Part.ORDER ? "rate >= 0.9" : "rate >= 1.0",
        met ? "met" : "MISSED");
    return met;
  }

  private static double median(List<Figures> figures, boolean rate) {
    double[] sorted =
        figures.stream().mapToDouble(f -> rate ? f.rate : f.median).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static void fill(Path path, int megabytes) throws IOException {
    byte[] random = new byte[1 << 20];
    new SplittableRandom(1).nextBytes(random);
    try (FileChannel out =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int i = 0; i < megabytes; i++) {
        out.write(ByteBuffer.wrap(random));
      }
    }
  }

  private static Figures xrdcl(String program, String url, Part part, int count)
      throws IOException {
    Process process =
        new ProcessBuilder(program, url, part.label(), Integer.toString(count))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String[] f = out.strip().split(" ", -1);
    if (f.length != 3) {
      throw new IOException(program + " says '" + out + "'");
    }
    return new Figures(
        Double.parseDouble(f[0]), Double.parseDouble(f[1]), Double.parseDouble(f[2]));
  }

  private Figures measure(Part part, int count) {
    work(part, 0, count / 10 + 1);
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    ExecutorService threads = Executors.newFixedThreadPool(part.threads);
    try {
      long cpu = system.getProcessCpuTime();
      long start = System.nanoTime();
      List<CompletableFuture<double[]>> all = new ArrayList<>();
      for (int t = 0; t < part.threads; t++) {
        int thread = t;
        all.add(
            CompletableFuture.supplyAsync(() -> work(part, thread, count / part.threads), threads));
      }
      double[] took =
          all.stream().flatMapToDouble(each -> Arrays.stream(each.join())).sorted().toArray();
      double wall = (System.nanoTime() - start) / 1e9;
      double used = (system.getProcessCpuTime() - cpu) / 1e3;
      return new Figures(took.length / wall, took[took.length / 2], used / took.length);
    } finally {
      threads.shutdown();
    }
  }

  /** The time of each call in µs. */
  private double[] work(Part part, int thread, int count) {
    double[] took = new double[count];
    long places = file.size() / part.length;
    long x = thread + 1L;
    int elements = part == Part.VECTOR ? ELEMENTS : 1;
    ByteBuffer buffer = ByteBuffer.allocateDirect(elements * part.length);
    for (int i = 0; i < count; i++) {
      long[] offsets = new long[elements];
      ByteBuffer[] into = new ByteBuffer[elements];
      for (int e = 0; e < elements; e++) {
        x = x * 6364136223846793005L + 1442695040888963407L;
        // One of each part of the file: XRootD's client takes no element of a vector twice.
        long share = places / elements;
        long place = part == Part.ORDER ? i % places : e * share + (x >>> 33) % share;
        offsets[e] = place * part.length;
        into[e] = buffer.slice(e * part.length, part.length);
      }
      long start = System.nanoTime();
      if (part == Part.VECTOR) {
        file.readv(offsets, into);
      } else {
        file.read(offsets[0], into[0]);
      }
      took[i] = (System.nanoTime() - start) / 1e3;
    }
    return took;
  }
}

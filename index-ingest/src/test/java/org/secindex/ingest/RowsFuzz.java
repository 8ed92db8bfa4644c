package org.secindex.ingest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;

/**
 * Reads made-up inputs for a while, in a process whose memory is small, and compares what comes of
 * them with {@link NaiveRows}. Ends with 0 if it was always the same, and nothing but an {@link
 * IndexException} ever came of a damaged archive. On anything else, or when one takes long, it
 * tells the input, and ends with 1.
 */
final class RowsFuzz {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();

  /** The heap, what the JVM takes besides, and one window of zstd's, with room to spare. */
  private static final long MOST_RESIDENT_KIB = 320 << 10;

  private static final String[] NUMBERS = {
    "7",
    "007",
    "-5",
    "0",
    "-0",
    "15.0",
    "1.58E+18",
    "",
    "\\N",
    "0x7",
    "+7",
    " 7",
    "7 ",
    "\"7\"",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "2147483647",
    "2147483648",
    "-",
    "7-",
    "00000000000000000000000000000000012",
    "12345678",
    "123456789",
    "1234567890123456",
    "\"7",
    "7\"",
  };
  private static final String[] ODD = {
    "\t",
    ",",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\\",
    "\\\t",
    "\\\n",
    "\"",
    "\"\"",
    "\u00EF\u00BB\u00BF",
    "\u0000",
    "\f",
    "\u0085",
    "x",
    "\u00FF",
    "\\\\",
    "\"a\nb\"",
    "\",\"",
    "#",
    "\n\n",
  };

  private final Format format;
  private final @Nullable Codec codec;
  private final long seed;
  private volatile long input = -1;
  private volatile long begunAt = System.nanoTime();
  private final TreeMap<String, Long> outcomes = new TreeMap<>();

  private RowsFuzz(Format format, @Nullable Codec codec, long seed) {
    this.format = format;
    this.codec = codec;
    this.seed = seed;
  }

  /**
   * Arguments: a format or a codec, seed, seconds; the number of an input if it is to be the only
   * one.
   */
  public static void main(String[] args) {
    boolean archive = Arrays.stream(Codec.values()).anyMatch(c -> c.name().equals(args[0]));
    RowsFuzz fuzz =
        new RowsFuzz(
            archive ? Format.TSV : Format.valueOf(args[0]),
            archive ? Codec.valueOf(args[0]) : null,
            Long.parseLong(args[1]));
    Thread watch = new Thread(fuzz::watch, "watch");
    watch.setDaemon(true);
    watch.start();
    if (args.length > 3) {
      fuzz.read(Long.parseLong(args[3]));
    } else {
      fuzz.readFor(Duration.ofSeconds(Long.parseLong(args[2])).toNanos());
    }
  }

  private void readFor(long nanos) {
    long begin = System.nanoTime();
    long number = 0;
    while (System.nanoTime() - begin < nanos) {
      read(number++);
    }
    String what = codec == null ? format.name() : codec.name();
    System.out.println(what + ", seed " + seed + ": " + number + " inputs, " + outcomes);
  }

  /** Each input depends on the seed and its number only. */
  private void read(long number) {
    input = number;
    begunAt = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed + number * 0x9e3779b97f4a7c15L);
    if (number % 500 == 499 && codec == null && format != Format.BINARY) {
      readWithoutEnd(random);
      return;
    }
    KeyDomain domain = random.nextInt(3) == 0 ? KeyDomain.UNSIGNED : KeyDomain.SIGNED;
    byte[] content = format == Format.BINARY ? records(random) : text(random);
    try {
      List<String> expected = NaiveRows.of(content, format, domain);
      byte[] bytes = codec == null ? content : archive(content, random);
      boolean damaged = codec != null && random.nextInt(4) > 0;
      bytes = damaged ? damage(bytes, random) : bytes;
      InputStream in = inPieces(bytes, random);
      int threads = 1 + random.nextInt(2);
      compare(expected, rows(in, domain, threads, 1 + random.nextInt(20)), damaged);
    } catch (Throwable e) { // Of any kind: that is what this looks for.
      fail(e);
    }
  }

  /** Some rows, good or bad, and one that never ends. */
  private void readWithoutEnd(SplittableRandom random) {
    char content = "x7 ,\t\"\\\r\u0000".charAt(random.nextInt(9));
    try (InputStream in =
        new SequenceInputStream(
            new ByteArrayInputStream(text(random)),
            new SequenceInputStream(
                new ByteArrayInputStream(Inputs.bytes(random.nextBoolean() ? "\"" : "1")),
                new Endless(content)))) {
      List<String> found = rows(in, KeyDomain.SIGNED, 1 + random.nextInt(2), 1000);
      String last = found.isEmpty() ? "" : found.get(found.size() - 1);
      if (!last.startsWith("line")) {
        throw new AssertionError("an end was found: " + found);
      }
      outcomes.merge("ENDLESS", 1L, Long::sum);
    } catch (Throwable e) { // Of any kind: that is what this looks for.
      fail(e);
    }
  }

  private void compare(List<String> expected, List<String> found, boolean damaged) {
    boolean same = found.equals(expected);
    if (!same && !damaged) {
      throw new AssertionError("expected " + expected + ", found " + found);
    }
    String last = found.isEmpty() ? "" : found.get(found.size() - 1);
    String outcome = last.startsWith("line") ? (damaged ? "DAMAGED" : "REFUSED") : "READ";
    outcomes.merge(outcome, 1L, Long::sum);
  }

  private String line(SplittableRandom random) {
    String separator =
        switch (format) {
          case TSV -> "\t";
          case CSV -> ",";
          default -> random.nextBoolean() ? " " : "\t ";
        };
    String line =
        number(random) + separator + Math.abs(random.nextInt()) + separator + random.nextInt(36);
    return random.nextInt(8) == 0 ? line + separator + "x" : line;
  }

  private static String number(SplittableRandom random) {
    return random.nextInt(40) == 0
        ? NUMBERS[random.nextInt(NUMBERS.length)]
        : Long.toString(random.nextLong() >>> random.nextInt(1, 63));
  }

  private byte[] text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    int lines = random.nextInt(12);
    for (int i = 0; i < lines; i++) {
      text.append(line(random)).append(random.nextInt(5) == 0 ? "\r\n" : "\n");
    }
    int edits = random.nextInt(3);
    for (int i = 0; i < edits; i++) {
      int at = random.nextInt(text.length() + 1);
      if (random.nextInt(4) == 0) {
        text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(4)));
      } else {
        text.insert(at, ODD[random.nextInt(ODD.length)]);
      }
    }
    if (random.nextInt(200) == 0) {
      text.insert(text.length(), "5\t".repeat(random.nextInt(200_000)));
    }
    return Inputs.bytes(text.toString());
  }

  private static byte[] records(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(10) * 16 + (random.nextInt(5) == 0 ? 3 : 0)];
    random.nextBytes(bytes);
    for (int i = 8; i < bytes.length; i += 4) {
      if (i % 16 >= 8 && random.nextInt(30) > 0) {
        bytes[i] &= 0x7f;
      }
    }
    return bytes;
  }

  private byte[] archive(byte[] content, SplittableRandom random) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    int from = 0;
    do {
      int to =
          random.nextInt(3) == 0
              ? from + random.nextInt(content.length - from + 1)
              : content.length;
      ByteArrayOutputStream part = new ByteArrayOutputStream();
      try (OutputStream out = codec == null ? part : codec.compress(part)) {
        out.write(content, from, to - from);
      }
      all.writeBytes(part.toByteArray());
      from = to;
    } while (from < content.length);
    return all.toByteArray();
  }

  private static byte[] damage(byte[] bytes, SplittableRandom random) {
    byte[] damaged = bytes.clone();
    if (random.nextBoolean()) {
      return Arrays.copyOf(damaged, random.nextInt(damaged.length + 20));
    }
    int edits = 1 + random.nextInt(3);
    for (int i = 0; i < edits; i++) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
    }
    return damaged;
  }

  private List<String> rows(InputStream in, KeyDomain domain, int threads, int batchSize) {
    IngestOptions options = IngestOptions.defaults(domain).withFormat(format).withThreads(threads);
    List<String> found = new ArrayList<>();
    EntryBatch batch = new EntryBatch(batchSize);
    try (EntrySource rows = Ingest.rows(List.of("-"), options, in, IngestProgress.NONE)) {
      while (rows.read(batch)) {
        for (int i = 0; i < batch.size(); i++) {
          String key = domain.format(batch.keys[i]);
          found.add(key + ":" + batch.chunkIds[i] + ":" + batch.subChunkIds[i]);
        }
      }
    } catch (MalformedInputException e) {
      found.add("line " + e.line());
    }
    return found;
  }

  /** As much at a time as chance will have it; pieces of a file end there. */
  private static InputStream inPieces(byte[] bytes, SplittableRandom random) {
    SplittableRandom lengths = random.split();
    int most = 1 + random.nextInt(1 << random.nextInt(1, 12));
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] b, int offset, int length) throws IOException {
        return super.read(b, offset, Math.min(length, 1 + lengths.nextInt(most)));
      }

      @Override
      public int available() {
        return 0;
      }
    };
  }

  private void watch() {
    while (System.nanoTime() - begunAt < PATIENCE_NANOS) {
      if (residentKib() > MOST_RESIDENT_KIB) {
        fail(new AssertionError(residentKib() + " KiB are resident: memory outside of the heap"));
      }
      LockSupport.parkNanos(PATIENCE_NANOS / 100);
    }
    for (var thread : Thread.getAllStackTraces().entrySet()) {
      System.out.println(thread.getKey() + " " + Arrays.toString(thread.getValue()));
    }
    fail(null);
  }

  /** Of this process, as Linux tells it; elsewhere 0. */
  private static long residentKib() {
    Path status = Path.of("/proc/self/status");
    if (Files.notExists(status)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void fail(@Nullable Throwable cause) {
    System.out.println(
        "seed " + seed + ", input " + input + (cause == null ? ": takes too long" : ": " + cause));
    if (cause != null) {
      cause.printStackTrace(System.out);
    }
    System.out.flush();
    Runtime.getRuntime().halt(1);
  }
}

package org.secindex.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.secindex.api.SecondaryIndex;

/**
 * A process that does one piece of {@link CrashWork} after the other, and says so, until it is
 * killed. {@link #main} is that process.
 */
final class KilledWriter implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;
  private int begun;
  private int done;
  private long begunAt;
  private long lastTook;

  private KilledWriter(Process process, int first) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
    begun = first - 1;
    done = first - 1;
  }

  /** Starts with the piece of that number. Few classes and one compiler: it is soon to be over. */
  static KilledWriter start(CrashWork work, Path directory, int first) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                java,
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                // Where containers share /tmp, a process there has the same number and its file.
                "-XX:-UsePerfData",
                "-cp",
                classPath(),
                KilledWriter.class.getName(),
                work.name(),
                directory.toString(),
                Integer.toString(first)));
    builder.redirectErrorStream(true);
    return new KilledWriter(builder.start(), first);
  }

  /** What a process needs that knows nothing but indexes of files. */
  static String classPath() {
    return Stream.of(SecondaryIndex.class, SegmentIndex.class, KilledWriter.class)
        .map(type -> type.getProtectionDomain().getCodeSource())
        .map(KilledWriter::path)
        .collect(Collectors.joining(System.getProperty("path.separator")));
  }

  private static String path(CodeSource source) {
    return Path.of(java.net.URI.create(source.getLocation().toString())).toString();
  }

  /** Waits until that piece has begun. */
  void awaitBegin(int piece) throws IOException {
    while (begun < piece) {
      String line = output.readLine();
      note(line == null ? "the end" : line);
    }
  }

  /** How long the piece completed last took, in nanoseconds; 0 if there is none. */
  long lastTook() {
    return lastTook;
  }

  private void note(String line) {
    if (line.startsWith("begin ")) {
      begun = Integer.parseInt(line.substring(6));
      begunAt = System.nanoTime();
    } else if (line.startsWith("done ")) {
      done = Integer.parseInt(line.substring(5));
      lastTook = System.nanoTime() - begunAt;
    } else {
      throw new AssertionError("the writer said: " + line + rest());
    }
  }

  private String rest() {
    return output.lines().limit(20).map(line -> "\n" + line).collect(Collectors.joining());
  }

  /** {@code kill -9} in a while; reads what was said until then. */
  void killAfter(long nanos) throws IOException, InterruptedException {
    if (process.waitFor(nanos, TimeUnit.NANOSECONDS)) {
      throw new AssertionError("the writer ended by itself:" + rest());
    }
    // Through the handle: the process's own method closes the pipe, whose content is wanted.
    process.toHandle().destroyForcibly();
    process.waitFor();
    String line;
    while ((line = output.readLine()) != null) {
      note(line);
    }
  }

  /** The last piece that was begun. */
  int begun() {
    return begun;
  }

  /** The last piece that was completed: the one begun last, or the one before. */
  int done() {
    return done;
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    output.close();
  }

  /** Arguments: work, directory, number of the first piece. Never returns by itself. */
  public static void main(String[] args) {
    CrashWork work = CrashWork.valueOf(args[0]);
    Path directory = Path.of(args[1]);
    Path at = null;
    SecondaryIndex index = null;
    for (int piece = Integer.parseInt(args[2]); ; piece++) {
      work.prepare(directory, piece);
      say("begin " + piece);
      Path next = work.index(directory, piece);
      if (index == null || !next.equals(at)) {
        if (index != null) {
          index.close();
        }
        index = CrashWork.open(next);
        at = next;
      }
      work.apply(index, directory, piece);
      say("done " + piece);
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}

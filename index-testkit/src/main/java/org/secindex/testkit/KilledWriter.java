package org.secindex.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A process that does one numbered piece of work after the other, and says so, until it is killed.
 */
public final class KilledWriter implements AutoCloseable {
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

  /**
   * Starts it. Few classes and one compiler: it is soon to be over.
   *
   * @param classPath what the process needs
   * @param main its main class, to which the number of the first piece is given as the first
   *     argument, and which says what it does by {@link #sayBegin} and {@link #sayDone}
   */
  public static KilledWriter start(String classPath, Class<?> main, int first, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                // Where containers share /tmp, a process there has the same number and its file.
                "-XX:-UsePerfData"));
    command.addAll(allowed());
    command.addAll(List.of("-cp", classPath, main.getName(), Integer.toString(first)));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    return new KilledWriter(builder.start(), first);
  }

  /** What this JVM is allowed, as to call native code: a newer one warns of it otherwise. */
  private static List<String> allowed() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--"))
        .filter(argument -> argument.contains("-access="))
        .toList();
  }

  /** Waits until that piece has begun. */
  public void awaitBegin(int piece) throws IOException {
    while (begun < piece) {
      String line = output.readLine();
      note(line == null ? "the end" : line);
    }
  }

  /** How long the piece completed last took, in nanoseconds; 0 if there is none. */
  public long lastTook() {
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
  public void killAfter(long nanos) throws IOException, InterruptedException {
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

  /** The number of the process. */
  public long pid() {
    return process.pid();
  }

  /** The last piece that was begun. */
  public int begun() {
    return begun;
  }

  /** The last piece that was completed: the one begun last, or the one before. */
  public int done() {
    return done;
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    output.close();
  }

  /** The process tells that it begins with a piece. */
  public static void sayBegin(int piece) {
    say("begin " + piece);
  }

  /** The process tells that it has completed a piece. */
  public static void sayDone(int piece) {
    say("done " + piece);
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}

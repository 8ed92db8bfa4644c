package org.secindex.testkit;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.secindex.api.Access;
import org.secindex.api.EntrySource;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.TransientIndexException;

/** A writer in a process of its own, which a test can kill. {@link #main} is that process. */
final class WriterProcess implements AutoCloseable {
  /** What the process does with the index. */
  enum Job {
    /** Opens it for writing, prints "holding", and waits. */
    HOLD,
    /** Loads half of the entries, prints "waiting", and waits in the midst of the load. */
    LOAD,
    /** Prints "begin", loads all entries, prints "done", and waits. */
    LOAD_ALL,
    /** Prints "begin", updates with all entries of generation 1, prints "done", and waits. */
    UPDATE_ALL,
    /**
     * Prints "begin", updates with all entries of generation 1, compacts, prints "compacted", and
     * so on for ever.
     */
    COMPACT
  }

  private static final long PATIENCE_SECONDS = 120;

  private final Process process;
  private final BufferedReader output;
  private final List<String> seen = new ArrayList<>();

  private WriterProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  static WriterProcess start(String uri, Job job, int entries) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    // Surefire may have put the class path into a jar's manifest; it says here what it really is.
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    ProcessBuilder builder =
        new ProcessBuilder(
            java,
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            WriterProcess.class.getName(),
            uri,
            job.name(),
            Integer.toString(entries));
    builder.redirectErrorStream(true);
    builder.directory(new File("."));
    Process process = builder.start();
    // No time limit of JUnit ends the reading of a pipe; the end of its writer does.
    CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .execute(process::destroyForcibly);
    return new WriterProcess(process);
  }

  /** Reads what the process prints until that line comes. */
  void awaitLine(String wanted) throws IOException {
    String line;
    while ((line = output.readLine()) != null) {
      seen.add(line);
      if (line.equals(wanted)) {
        return;
      }
    }
    throw new AssertionError("the writer ended without '" + wanted + "'; it printed " + seen);
  }

  /** kill -9, now. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** kill -9, in a while: the instant is what the test is about. */
  void killAfterMillis(int millis) throws InterruptedException {
    // Returns at once if the process ends by itself.
    process.waitFor(millis, TimeUnit.MILLISECONDS);
    kill();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    output.close();
  }

  /** Arguments: address, job, number of entries. Never returns by itself. */
  public static void main(String[] args) throws Exception {
    String uri = args[0];
    Job job = Job.valueOf(args[1].toUpperCase(Locale.ROOT));
    int entries = Integer.parseInt(args[2]);
    // Not closed: this process is there to be killed.
    @SuppressWarnings("resource")
    SecondaryIndex index = Indexes.open(uri, Access.WRITE);
    long[] keys = IndexFixture.sequence(0, 1, entries);
    switch (job) {
      case HOLD -> say("holding");
      case LOAD -> index.load(SortedEntries.of(KeyDomain.SIGNED, stoppingHalfWay(keys)));
      case LOAD_ALL -> {
        say("begin");
        index.load(IndexFixture.entries(KeyDomain.SIGNED, 0, keys));
        say("done");
      }
      case UPDATE_ALL -> {
        say("begin");
        index.update(IndexFixture.entries(KeyDomain.SIGNED, 1, keys));
        say("done");
      }
      case COMPACT -> {
        say("begin");
        while (true) {
          index.update(IndexFixture.entries(KeyDomain.SIGNED, 1, keys));
          compactUnlessAScanIsInTheWay(index);
          say("compacted");
        }
      }
    }
    waitForever();
  }

  private static void compactUnlessAScanIsInTheWay(SecondaryIndex index) {
    try {
      index.compact();
    } catch (TransientIndexException e) {
      say(String.valueOf(e.getMessage()));
    }
  }

  private static EntrySource stoppingHalfWay(long[] keys) {
    SortedEntries all = IndexFixture.entries(KeyDomain.SIGNED, 0, keys);
    return into -> {
      if (all.count() > keys.length / 2) {
        say("waiting");
        waitForever();
      }
      return all.read(into);
    };
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private static void waitForever() {
    while (true) {
      java.util.concurrent.locks.LockSupport.park();
    }
  }
}

package org.secindex.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What this process has used since it began, as Linux tells in {@code /proc}; null where it does
 * not, and on other systems. Reading it takes some 0.1 ms, so that it may stand around short work.
 *
 * @param userSeconds in user mode, from {@code /proc/self/stat}, in ticks of 10 ms
 * @param systemSeconds in the kernel, from the same
 * @param ioWaitSeconds see {@link #ioWaitIsOwn}
 * @param readBytes that came from a disk, from {@code /proc/self/io}
 */
record OwnFigures(
    @Nullable Double userSeconds,
    @Nullable Double systemSeconds,
    @Nullable Double ioWaitSeconds,
    @Nullable Double readBytes) {
  /** {@code USER_HZ}, the same on all common architectures. */
  private static final double TICKS_A_SECOND = 100;

  /** Positions in {@code stat} files after the name. */
  private static final int USER = 11;

  private static final int SYSTEM = 12;
  private static final int BLOCK_DELAY = 39;
  private static final int MACHINE_IO_WAIT = 5;

  static OwnFigures read() {
    String[] stat = fields(text(Path.of("/proc/self/stat")));
    Double bytes =
        text(Path.of("/proc/self/io"))
            .lines()
            .filter(line -> line.startsWith("read_bytes: "))
            .map(line -> Double.valueOf(line.substring("read_bytes: ".length())))
            .findFirst()
            .orElse(null);
    return new OwnFigures(
        seconds(stat, USER),
        seconds(stat, SYSTEM),
        ioWaitIsOwn() ? ownIoWait() : machineIoWait(),
        bytes);
  }

  /**
   * Whether I/O wait is the time that threads of this process have waited for a disk, which the
   * kernel accounts if {@code kernel.task_delayacct} is 1. Otherwise it is the time in which
   * processors of the machine had nothing to do but wait for a disk: on a quiet machine the better
   * figure where work is done by threads that end with it.
   */
  static boolean ioWaitIsOwn() {
    return text(Path.of("/proc/sys/kernel/task_delayacct")).strip().equals("1");
  }

  /** A lower bound: of the threads that there are. One that has ended takes its share along. */
  private static @Nullable Double ownIoWait() {
    double sum = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : threads) {
        Double waited = seconds(fields(text(thread.resolve("stat"))), BLOCK_DELAY);
        sum += waited == null ? 0 : waited;
      }
      return sum;
    } catch (IOException e) {
      return null;
    }
  }

  private static @Nullable Double machineIoWait() {
    String all = text(Path.of("/proc/stat")).lines().findFirst().orElse("");
    return seconds(all.split(" +", -1), MACHINE_IO_WAIT);
  }

  /** What follows the name in a {@code stat} file; the name itself may hold anything. */
  private static String[] fields(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
  }

  private static @Nullable Double seconds(String[] fields, int position) {
    return fields.length > position
        ? Double.valueOf(Long.parseLong(fields[position]) / TICKS_A_SECOND)
        : null;
  }

  /** What the system tells; empty if it does not. */
  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  /** Absent also where a thread that has ended took more along than was added. */
  static @Nullable Double difference(@Nullable Double after, @Nullable Double before) {
    return after == null || before == null || after < before
        ? null
        : Double.valueOf(after - before);
  }
}

package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What this process has used since it began, as Linux tells in {@code /proc}; null where it does
 * not, and on other systems. Reading it takes some 0.1 ms, so that it may stand around short work.
 *
 * @param userSeconds in user mode, from {@code /proc/self/stat}, in ticks of 10 ms
 * @param systemSeconds in the kernel, from the same
 * @param ioWaitSeconds in which the processors of the whole machine had nothing to do but wait for
 *     a disk, from {@code /proc/stat}: the share of one process is not told unless the kernel was
 *     started to account for it
 * @param readBytes that came from a disk, from {@code /proc/self/io}
 */
record OwnFigures(
    @Nullable Double userSeconds,
    @Nullable Double systemSeconds,
    @Nullable Double ioWaitSeconds,
    @Nullable Double readBytes) {
  /** {@code USER_HZ}, the same on all common architectures. */
  private static final double TICKS_A_SECOND = 100;

  /** Positions in {@code /proc/self/stat} after the name, which ends with a parenthesis. */
  private static final int USER = 11;

  private static final int SYSTEM = 12;
  private static final int MACHINE_IO_WAIT = 5;

  static OwnFigures read() {
    String own = text("/proc/self/stat");
    String[] stat = own.substring(own.lastIndexOf(')') + 1).strip().split(" ", -1);
    String[] machine = text("/proc/stat").lines().findFirst().orElse("").split(" +", -1);
    Double bytes =
        text("/proc/self/io")
            .lines()
            .filter(line -> line.startsWith("read_bytes: "))
            .map(line -> Double.valueOf(line.substring("read_bytes: ".length())))
            .findFirst()
            .orElse(null);
    return new OwnFigures(
        seconds(stat, USER), seconds(stat, SYSTEM), seconds(machine, MACHINE_IO_WAIT), bytes);
  }

  private static @Nullable Double seconds(String[] fields, int position) {
    return fields.length > position
        ? Double.valueOf(Long.parseLong(fields[position]) / TICKS_A_SECOND)
        : null;
  }

  /** What the system tells; empty if it does not. */
  private static String text(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      return "";
    }
  }

  static @Nullable Double difference(@Nullable Double after, @Nullable Double before) {
    return after == null || before == null ? null : Double.valueOf(after - before);
  }
}

package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all processors of this machine do, as Linux tells. */
final class Machine {
  /** {@code USER_HZ}, the same on all common architectures. */
  private static final double TICKS_A_SECOND = 100;

  /**
   * In the first line of {@code /proc/stat}: user, nice, system, irq, softirq, and steal, which
   * other machines on the same hardware took.
   */
  private static final List<Integer> BUSY = List.of(1, 2, 3, 6, 7, 8);

  private Machine() {}

  /** Time that processors were busy since the machine started, all together; null if not known. */
  static @Nullable Double busySeconds() {
    String[] fields;
    try {
      String all = Files.readString(Path.of("/proc/stat"));
      fields = all.substring(0, all.indexOf('\n')).split(" +", -1);
    } catch (IOException e) {
      return null;
    }
    double ticks = 0;
    for (int field : BUSY) {
      if (field >= fields.length) {
        return null;
      }
      ticks += Long.parseLong(fields[field]);
    }
    return ticks / TICKS_A_SECOND;
  }
}

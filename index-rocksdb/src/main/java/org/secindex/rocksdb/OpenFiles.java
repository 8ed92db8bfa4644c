package org.secindex.rocksdb;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.secindex.api.Access;

/** How many table files may be held open at once, from the limit of this process. */
final class OpenFiles {
  /** RocksDB's word for "all of them, opened at once and kept". */
  static final int ALL = -1;

  /** For a look at the metadata. RocksDB takes no smaller number. */
  static final int FEW = 20;

  private OpenFiles() {}

  /** The limit of this process ({@code ulimit -n}), or a very large number where there is none. */
  static long processLimit() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Integer.MAX_VALUE;
  }

  /** What a message about that limit ends with, or nothing if it is about something else. */
  static String hint(@Nullable String message) {
    return message != null && message.contains("Too many open files")
        ? "; this process may hold " + processLimit() + " files open: raise ulimit -n"
        : "";
  }

  private static long openNow() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getOpenFileDescriptorCount()
        : 0;
  }

  /**
   * The value of {@code max_open_files}. Half of what the process may still open is left to others.
   * A reader holds all files open if it can: a writer elsewhere may delete those that it has
   * compacted.
   *
   * @throws IOException if the directory cannot be listed
   */
  static int maximum(Path directory, Access access) throws IOException {
    long ours = Math.min(Integer.MAX_VALUE, (processLimit() - openNow()) / 2);
    if (access == Access.READ && tableFiles(directory) <= ours) {
      return ALL;
    }
    return (int) Math.max(FEW, ours);
  }

  private static long tableFiles(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".sst")).count();
    }
  }
}

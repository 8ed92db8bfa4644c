package org.secindex.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who holds RocksDB's lock on a directory, as far as the system tells. The lock's file is not
 * opened: closing it would free a lock that this process has on it.
 */
final class LockHolder {
  /** Linux: number, kind, mode, access, process, device:inode, range. */
  private static final Path LOCKS = Path.of("/proc/locks");

  private static final int PROCESS = 4;
  private static final int FILE = 5;

  private LockHolder() {}

  /** {@code this process}, {@code process 4711 (/usr/bin/java)}, or {@code another process}. */
  static String of(Path lock) {
    try {
      String inode = ":" + Files.getAttribute(lock, "unix:ino");
      Set<Long> processes =
          Files.readAllLines(LOCKS).stream()
              .map(line -> line.trim().split("\\s+", -1))
              .filter(fields -> fields.length > FILE && fields[FILE].endsWith(inode))
              .map(fields -> Long.valueOf(fields[PROCESS]))
              .collect(Collectors.toSet());
      // Of another container there is no number; and on another disk there may be the same inode.
      return processes.size() == 1 ? process(processes.iterator().next()) : "another process";
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException untold) {
      return "another process";
    }
  }

  private static String process(long pid) {
    if (pid == ProcessHandle.current().pid()) {
      return "this process";
    }
    if (pid <= 0) {
      return "another process";
    }
    String command = ProcessHandle.of(pid).flatMap(p -> p.info().command()).orElse("");
    return "process " + pid + (command.isEmpty() ? "" : " (" + command + ")");
  }
}

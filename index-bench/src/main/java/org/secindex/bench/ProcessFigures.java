package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * What processes have used since they began, summed. Null where the figure of any of them cannot be
 * read.
 *
 * @param cpuMillis user and system time; OSHI counts in clock ticks of mostly 10 ms
 */
record ProcessFigures(
    @Nullable Long cpuMillis,
    @Nullable Long rssBytes,
    @Nullable Long readBytes,
    @Nullable Long writeBytes,
    @Nullable Long majorFaults) {
  private static final ProcessFigures NOTHING_KNOWN =
      new ProcessFigures(null, null, null, null, null);

  /** Of no process there is nothing to know. */
  static ProcessFigures read(List<Long> pids) {
    return sum(each(pids).values());
  }

  /** Of each process by its id, in this order. */
  static Map<Long, ProcessFigures> each(List<Long> pids) {
    Map<Long, ProcessFigures> figures = new LinkedHashMap<>();
    pids.forEach(pid -> figures.put(pid, read(pid)));
    return figures;
  }

  static ProcessFigures sum(Collection<ProcessFigures> figures) {
    return figures.stream().reduce(ProcessFigures::plus).orElse(NOTHING_KNOWN);
  }

  /** What was used since then; memory is what it is now. */
  ProcessFigures since(ProcessFigures before) {
    return new ProcessFigures(
        difference(cpuMillis, before.cpuMillis),
        rssBytes,
        difference(readBytes, before.readBytes),
        difference(writeBytes, before.writeBytes),
        difference(majorFaults, before.majorFaults));
  }

  private static ProcessFigures read(long pid) {
    OperatingSystem system = new SystemInfo().getOperatingSystem();
    OSProcess process = system.getProcess((int) pid);
    if (process == null) {
      return NOTHING_KNOWN;
    }
    boolean io = isIoReadable(pid);
    return new ProcessFigures(
        process.getKernelTime() + process.getUserTime(),
        process.getResidentMemory(),
        io ? process.getBytesRead() : null,
        io ? process.getBytesWritten() : null,
        process.getMajorFaults());
  }

  /** OSHI says 0 where Linux refuses to tell, which it does when the file is read, not before. */
  private static boolean isIoReadable(long pid) {
    Path proc = Path.of("/proc", Long.toString(pid));
    if (!Files.exists(proc)) {
      return true;
    }
    try {
      return Files.readAllBytes(proc.resolve("io")).length > 0;
    } catch (IOException e) {
      return false;
    }
  }

  private ProcessFigures plus(ProcessFigures other) {
    return new ProcessFigures(
        sum(cpuMillis, other.cpuMillis),
        sum(rssBytes, other.rssBytes),
        sum(readBytes, other.readBytes),
        sum(writeBytes, other.writeBytes),
        sum(majorFaults, other.majorFaults));
  }

  static @Nullable Long sum(@Nullable Long a, @Nullable Long b) {
    return a == null || b == null ? null : Long.valueOf(a + b);
  }

  static @Nullable Long difference(@Nullable Long after, @Nullable Long before) {
    return after == null || before == null ? null : Long.valueOf(after - before);
  }
}

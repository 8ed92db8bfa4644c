package org.secindex.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/** The machine, the system and the JVM that a run was made on. No privileges are needed. */
final class Environment {
  private Environment() {}

  /**
   * Facts by name; a fact that cannot be had is null.
   *
   * @param program name, version and revision of what measures
   */
  static Map<String, @Nullable Object> capture(String program, Path dataDirectory)
      throws IOException {
    HardwareAbstractionLayer hardware = new SystemInfo().getHardware();
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("program", program);
    facts.put("cpu", hardware.getProcessor().getProcessorIdentifier().getName().strip());
    facts.put("cores_physical", hardware.getProcessor().getPhysicalProcessorCount());
    facts.put("cores_logical", hardware.getProcessor().getLogicalProcessorCount());
    facts.put("cpu_governor", line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    facts.put("load_average_before", load < 0 ? null : Double.valueOf(load));
    facts.put("container_cpu_max", line("/sys/fs/cgroup/cpu.max"));
    facts.put("container_memory_max", line("/sys/fs/cgroup/memory.max"));
    facts.put("transparent_huge_pages", line("/sys/kernel/mm/transparent_hugepage/enabled"));
    facts.put("ram_bytes", hardware.getMemory().getTotal());
    facts.put("ram_available_bytes", hardware.getMemory().getAvailable());
    facts.put("os", System.getProperty("os.name"));
    facts.put("kernel", System.getProperty("os.version"));
    facts.put("arch", System.getProperty("os.arch"));
    FileStore store = Files.getFileStore(dataDirectory);
    facts.put("file_system", store.type());
    facts.put("file_system_free_bytes", store.getUsableSpace());
    facts.put("jvm", System.getProperty("java.vm.name"));
    facts.put("jvm_version", System.getProperty("java.runtime.version"));
    facts.put("jvm_flags", ManagementFactory.getRuntimeMXBean().getInputArguments());
    facts.put("jvm_max_heap_bytes", Runtime.getRuntime().maxMemory());
    facts.put("gc", collectors());
    return facts;
  }

  /** The first line of a file in which a system may tell something. */
  private static @Nullable String line(String file) {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines.findFirst().orElse(null);
    } catch (IOException | UncheckedIOException e) {
      // This system does not tell.
      return null;
    }
  }

  /** Memory of the machine. */
  static long ramBytes() {
    return new SystemInfo().getHardware().getMemory().getTotal();
  }

  private static List<String> collectors() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(GarbageCollectorMXBean::getName)
        .toList();
  }
}

package org.secindex.bench;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the {@link Garbage} of this JVM from when it is made. To be sampled some times a second:
 * what a thread allocated is known only while it lives. Safe for use by several threads.
 */
final class GarbageMeter {
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private final long collectionsBefore = collections();
  private final long millisBefore = millis();

  /** By the id of each thread that has been seen: what it has allocated in its life. */
  private final Map<Long, Long> allocated = new HashMap<>();

  private final long allocatedBefore;

  GarbageMeter() {
    sample();
    allocatedBefore = allocated();
  }

  private long collections() {
    // A collector that does not tell says -1.
    return collectors.stream().mapToLong(c -> Math.max(0, c.getCollectionCount())).sum();
  }

  private long millis() {
    return collectors.stream().mapToLong(c -> Math.max(0, c.getCollectionTime())).sum();
  }

  private long allocated() {
    return allocated.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Asks all threads that live. */
  synchronized void sample() {
    if (ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
        && threads.isThreadAllocatedMemoryEnabled()) {
      long[] ids = threads.getAllThreadIds();
      long[] bytes = threads.getThreadAllocatedBytes(ids);
      for (int i = 0; i < ids.length; i++) {
        // Of a thread that has just ended it says -1; what was last seen stands.
        if (bytes[i] >= 0) {
          allocated.put(ids[i], bytes[i]);
        }
      }
    }
  }

  /** What has been done since this meter was made. */
  synchronized Garbage stop() {
    sample();
    return new Garbage(
        collections() - collectionsBefore,
        (millis() - millisBefore) / 1e3,
        allocated.isEmpty() ? null : Long.valueOf(allocated() - allocatedBefore));
  }
}

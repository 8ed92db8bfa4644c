package org.secindex.file;

import java.lang.management.ManagementFactory;

/** How the files of an index are read. {@code docs/segment-reading.md} has the figures. */
public enum ReadMode {
  /**
   * As {@link #MAPPED} while all files of the index together are at most half as large as the
   * memory of this machine (or of the container), else as {@link #POSITIONAL}. Judged anew for each
   * version that is opened.
   */
  AUTO,

  /**
   * Through mapped memory, several times as fast as a call of the system; the first read of each
   * page by such a call, as it fetches no more than it must.
   */
  MAPPED,

  /**
   * Always by calls of the system. For an index that memory cannot hold: what a fault of a mapping
   * fetches beside the page would drive out what is needed.
   */
  POSITIONAL;

  private static final long MOST_MAPPED =
      ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
              .getTotalMemorySize()
          / 2;

  /** Whether to map a file of an index of this many bytes. */
  boolean maps(long indexBytes) {
    return this == MAPPED || (this == AUTO && indexBytes <= MOST_MAPPED);
  }
}

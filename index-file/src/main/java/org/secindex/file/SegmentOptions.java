package org.secindex.file;

import java.time.Duration;
import java.util.List;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexOption;
import org.secindex.api.OptionReader;

/**
 * How an index of segments is written, wherever they are stored.
 *
 * @param segmentSize bytes at which a segment file ends and the next begins, 16 KiB .. 2047 MiB;
 *     smaller than the limit of 2 GiB that some storage has
 * @param grace how long a file is kept that is no longer part of the index, for those who opened it
 *     before; by the clock of the writer
 * @param compaction whether an index that is open for writing compacts itself
 * @param compactionRate bytes a second that it then writes at most; 0 for no limit
 */
public record SegmentOptions(
    long segmentSize, Duration grace, Compacting compaction, long compactionRate) {
  /** Whether an index that is open for writing compacts itself in the background. */
  public enum Compacting {
    /** As soon as it pays. */
    AUTO,
    /** Never, but on request. */
    OFF
  }

  private static final long DEFAULT_SIZE = 1L << 30;

  /** Checks the settings. */
  public SegmentOptions {
    if (isWrongSize(segmentSize)) {
      throw new IndexConfigException(
          "option 'segment-size': " + segmentSize + " bytes are outside 16k .. 2047m");
    }
    if (grace.isNegative() || compactionRate < 0) {
      throw new IndexConfigException("options 'grace', 'compaction-rate': must not be below zero");
    }
  }

  private static boolean isWrongSize(long bytes) {
    return bytes < SegmentFormat.SMALLEST_SEGMENT || bytes > SegmentFormat.LARGEST_SEGMENT;
  }

  /** Segments of 1 GiB; compacts itself, as fast as it can; and so much grace. */
  public static SegmentOptions defaults(Duration grace) {
    return new SegmentOptions(DEFAULT_SIZE, grace, Compacting.AUTO, 0);
  }

  /** The same, but for the size at which a file ends. */
  public SegmentOptions withSegmentSize(long bytes) {
    return new SegmentOptions(bytes, grace, compaction, compactionRate);
  }

  /** The same, but for whether it compacts itself. */
  public SegmentOptions withCompaction(Compacting other) {
    return new SegmentOptions(segmentSize, grace, other, compactionRate);
  }

  /**
   * The options as an address has them.
   *
   * @param grace the default of that option, as {@code 10m}
   */
  public static List<IndexOption> options(String grace) {
    return List.of(
        new IndexOption(
            "segment-size",
            "1g",
            "size at which a segment file ends and the next begins, 16k to 2047m; for new files"),
        new IndexOption(
            "grace",
            grace,
            "how long replaced files are kept for those who opened the index before"),
        new IndexOption(
            "compaction",
            "auto",
            "auto: an index open for writing compacts itself when it pays; off: only on request"),
        new IndexOption(
            "compaction-rate",
            "0",
            "bytes a second written in doing so at most, as 20m; 0: no limit"));
  }

  /** Reads the {@link #options}. */
  public static SegmentOptions from(OptionReader in) {
    long segmentSize = in.bytes("segment-size");
    if (isWrongSize(segmentSize)) {
      in.problem("segment-size", segmentSize + " bytes are outside 16k .. 2047m");
      segmentSize = DEFAULT_SIZE;
    }
    return new SegmentOptions(
        segmentSize,
        in.duration("grace"),
        in.oneOf("compaction", Compacting.class),
        in.bytes("compaction-rate"));
  }
}

package org.secindex.file;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexUri;
import org.secindex.api.OptionReader;

/**
 * Settings of an index of local files.
 *
 * @param durability what a write that has returned survives
 * @param segmentSize bytes at which a segment file ends and the next begins, 16 KiB .. 2047 MiB
 */
public record FileOptions(Durability durability, long segmentSize) {
  static final List<IndexOption> OPTIONS =
      List.of(IndexOption.DURABILITY, SegmentIndexes.SEGMENT_SIZE);

  /** Checks the settings. */
  public FileOptions {
    String problem = SegmentIndexes.problemOfSegmentSize(segmentSize);
    if (problem != null) {
      throw new IndexConfigException("option 'segment-size': " + problem);
    }
  }

  /** {@code SYNC}, and segments of 1 GiB. */
  public static FileOptions defaults() {
    return new FileOptions(Durability.SYNC, 1L << 30);
  }

  static FileOptions from(IndexUri uri) {
    OptionReader in = new OptionReader(uri, OPTIONS);
    Durability durability = in.oneOf("durability", Durability.class);
    long segmentSize = in.bytes("segment-size");
    @Nullable String problem = SegmentIndexes.problemOfSegmentSize(segmentSize);
    if (problem != null) {
      in.problem("segment-size", problem);
    }
    in.finish();
    return new FileOptions(durability, segmentSize);
  }
}

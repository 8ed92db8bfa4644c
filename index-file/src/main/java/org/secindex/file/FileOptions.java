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
 * @param read how files are read
 */
public record FileOptions(Durability durability, long segmentSize, ReadMode read) {
  static final List<IndexOption> OPTIONS =
      List.of(
          IndexOption.DURABILITY,
          SegmentIndexes.SEGMENT_SIZE,
          new IndexOption(
              "read",
              "auto",
              "mapped memory, positional reads, or auto: mapped if the index fits into half of the"
                  + " memory"));

  /** Checks the settings. */
  public FileOptions {
    String problem = SegmentIndexes.problemOfSegmentSize(segmentSize);
    if (problem != null) {
      throw new IndexConfigException("option 'segment-size': " + problem);
    }
  }

  /** The rest as by default. */
  public FileOptions(Durability durability, long segmentSize) {
    this(durability, segmentSize, ReadMode.AUTO);
  }

  /** {@code SYNC}, segments of 1 GiB, read as {@link ReadMode#AUTO} says. */
  public static FileOptions defaults() {
    return new FileOptions(Durability.SYNC, 1L << 30);
  }

  static FileOptions from(IndexUri uri) {
    OptionReader in = new OptionReader(uri, OPTIONS);
    Durability durability = in.oneOf("durability", Durability.class);
    long segmentSize = in.bytes("segment-size");
    ReadMode read = in.oneOf("read", ReadMode.class);
    @Nullable String problem = SegmentIndexes.problemOfSegmentSize(segmentSize);
    if (problem != null) {
      in.problem("segment-size", problem);
    }
    in.finish();
    return new FileOptions(durability, segmentSize, read);
  }
}

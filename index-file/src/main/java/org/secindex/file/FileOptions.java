package org.secindex.file;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.secindex.api.Durability;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexUri;
import org.secindex.api.OptionReader;

/**
 * Settings of an index of local files.
 *
 * @param durability what a write that has returned survives
 * @param segments how it is written; no grace is needed, as files of this machine that are open
 *     live on when they are deleted
 * @param read how files are read
 */
public record FileOptions(Durability durability, SegmentOptions segments, ReadMode read) {
  static final List<IndexOption> OPTIONS =
      Stream.of(
              List.of(IndexOption.DURABILITY),
              SegmentOptions.options("0s"),
              List.of(
                  new IndexOption(
                      "read",
                      "auto",
                      "mapped memory, positional reads, or auto: mapped if the index fits into half"
                          + " of the memory")))
          .flatMap(List::stream)
          .toList();

  /** The rest as by default. */
  public FileOptions(Durability durability, SegmentOptions segments) {
    this(durability, segments, ReadMode.AUTO);
  }

  /** {@code SYNC}, segments of 1 GiB, no grace, compacts itself, read as {@code AUTO} says. */
  public static FileOptions defaults() {
    return new FileOptions(Durability.SYNC, SegmentOptions.defaults(Duration.ZERO));
  }

  static FileOptions from(IndexUri uri) {
    OptionReader in = new OptionReader(uri, OPTIONS);
    Durability durability = in.oneOf("durability", Durability.class);
    SegmentOptions segments = SegmentOptions.from(in);
    ReadMode read = in.oneOf("read", ReadMode.class);
    in.finish();
    return new FileOptions(durability, segments, read);
  }
}

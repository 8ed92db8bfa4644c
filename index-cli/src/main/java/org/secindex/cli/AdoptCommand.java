package org.secindex.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.secindex.api.Access;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.file.SegmentedIndex;
import org.secindex.file.SegmentedIndex.Handover;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "adopt",
    description = {
      "Adds segment files that were built elsewhere, as by loading an index of their own: all or none.",
      "Each is checked whole. Where no index stands, one is made."
    })
final class AdoptCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "URI", description = "the index: file: or root:")
  private String uri = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "SEGMENT",
      description = "files whose ranges of ids do not meet, nor what is in the index")
  private List<Path> segments = List.of();

  @Option(
      names = "--move",
      description = "delete the files afterwards; on one file system nothing is copied")
  private boolean move;

  @Option(
      names = "--key-domain",
      paramLabel = "signed|unsigned",
      description = "how ids are ordered in a new index; signed unless given")
  private Optional<KeyDomain> keyDomain = Optional.empty();

  AdoptCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    Stopwatch time = new Stopwatch();
    long entries = adopt();
    secindex
        .console()
        .say(
            "adopted "
                + entries
                + " entries in "
                + segments.size()
                + (segments.size() == 1 ? " segment" : " segments")
                + " into "
                + uri
                + " "
                + time.rate(entries));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("uri", uri);
    fields.put("segments", segments.size());
    fields.put("entries", entries);
    fields.put("seconds", time.seconds());
    secindex.printJson("secindex.adopt.1", fields);
    return Exit.DONE;
  }

  private long adopt() {
    boolean isNew = Indexes.state(uri) == IndexState.ABSENT;
    SecondaryIndex target =
        isNew
            ? Indexes.create(uri, keyDomain.orElse(KeyDomain.SIGNED))
            : Indexes.open(uri, Access.WRITE);
    try (SecondaryIndex index = target) {
      return adopt(index);
    } catch (IndexConfigException e) {
      // Of another kind than the segments, which have not been touched: of no use if it is new.
      if (isNew) {
        Indexes.drop(uri);
      }
      throw e;
    }
  }

  private long adopt(SecondaryIndex index) {
    if (!(index instanceof SegmentedIndex segmented)) {
      throw new IndexConfigException(
          uri + ": is no index of segments; 'load' and 'update' fill it, or 'copy'");
    }
    if (keyDomain.isPresent() && keyDomain.get() != index.domain()) {
      throw new IndexConfigException(
          uri + ": its keys are " + index.domain() + ", not " + keyDomain.get());
    }
    try (Progress progress =
        Progress.inEntries(secindex.console(), "adopt", OptionalLong.empty())) {
      return segmented.adopt(segments, move ? Handover.MOVE : Handover.COPY, progress::at);
    }
  }
}

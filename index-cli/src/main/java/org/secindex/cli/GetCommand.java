package org.secindex.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.ingest.Column;
import org.secindex.ingest.ColumnSpec;
import org.secindex.ingest.Format;
import org.secindex.ingest.Ingest;
import org.secindex.ingest.IngestOptions;
import org.secindex.ingest.IngestProgress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "get",
    description = {
      "Looks ids up, and prints for each, in the order asked: id TAB chunk TAB subchunk.",
      "An id may be negative; put -- before it if it is taken for an option."
    })
final class GetCommand implements Callable<Integer> {
  /** What to do with an id that is not there. */
  enum Missing {
    REPORT,
    SKIP,
    FAIL
  }

  private static final int BATCH = 10_000;

  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "URI", description = "the index")
  private String uri = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "ID",
      description = "ids, or - to read them from the standard input, one a line")
  private List<String> ids = new ArrayList<>();

  @Option(
      names = "--by-chunk",
      description = "print instead each chunk that holds any of the ids: chunk TAB sub,sub,...")
  private boolean byChunk;

  @Option(
      names = "--missing",
      paramLabel = "report|skip|fail",
      defaultValue = "report",
      description =
          "an id that is not there: name it on standard error and exit with 3 in the end, leave it"
              + " out, or fail; ${DEFAULT-VALUE} unless given")
  private Missing missing = Missing.REPORT;

  private final SortedMap<Integer, int[]> chunks = new TreeMap<>();
  private boolean anyMissing;

  GetCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    try (SecondaryIndex index = Indexes.open(uri)) {
      RowOutput out = new RowOutput(secindex, index.domain());
      if (ids.equals(List.of("-"))) {
        answerInput(index, out);
      } else {
        answer(index, keys(index.domain()), out);
      }
      for (var chunk : chunks.entrySet()) {
        out.chunk(chunk.getKey(), chunk.getValue());
      }
      out.flush();
    }
    return anyMissing && missing == Missing.REPORT ? Exit.DIFFERENCE : Exit.DONE;
  }

  private long[] keys(KeyDomain domain) {
    try {
      return ids.stream().mapToLong(domain::parse).toArray();
    } catch (IllegalArgumentException e) {
      throw new IndexConfigException(String.valueOf(e.getMessage()));
    }
  }

  private void answerInput(SecondaryIndex index, RowOutput out) throws IOException {
    IngestOptions options =
        IngestOptions.defaults(index.domain())
            .withFormat(Format.TSV)
            .withColumns(ColumnSpec.keysOnly(Column.numbered(1)))
            .withThreads(1);
    try (EntrySource keys =
        Ingest.rows(List.of("-"), options, secindex.console().in(), IngestProgress.NONE)) {
      EntryBatch batch = new EntryBatch(BATCH);
      while (keys.read(batch)) {
        answer(index, Arrays.copyOf(batch.keys, batch.size()), out);
        // Someone may be typing, or waiting at the other end of a pipe.
        out.flush();
      }
    }
  }

  private void answer(SecondaryIndex index, long[] keys, RowOutput out) throws IOException {
    Lookup answers = index.findAll(keys);
    if (answers.foundCount() < answers.size()) {
      noteMissing(index.domain(), answers.missing());
    }
    if (byChunk) {
      answers.byChunk().forEach((chunk, subs) -> chunks.merge(chunk, subs, GetCommand::union));
      return;
    }
    for (int i = 0; i < answers.size(); i++) {
      if (answers.isFound(i)) {
        out.row(answers.key(i), answers.chunkId(i), answers.subChunkId(i));
      } else if (missing == Missing.REPORT) {
        out.missing(answers.key(i));
      }
    }
  }

  private void noteMissing(KeyDomain domain, long[] keys) {
    anyMissing = true;
    if (missing == Missing.FAIL) {
      throw new IndexException(
          uri
              + ": id "
              + domain.format(keys[0])
              + " is not there"
              + (keys.length == 1 ? "" : ", nor are " + (keys.length - 1) + " others")
              + "; --missing report or skip goes on");
    }
    if (missing == Missing.REPORT) {
      for (long key : keys) {
        secindex.console().say("missing: " + domain.format(key));
      }
    }
  }

  private static int[] union(int[] a, int[] b) {
    return IntStream.concat(Arrays.stream(a), Arrays.stream(b)).sorted().distinct().toArray();
  }
}

package org.secindex.tide;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.secindex.tide.Problem.Code;
import org.secindex.tide.Problem.Severity;
import org.secindex.tide.TideParser.Event;

/** Reads all of a log once, index blocks included, and compares the two. */
final class Examination {
  /**
   * For so many chunks rows are kept that come before them. More name chunks that nobody will see.
   */
  private static final int MOST_AHEAD = 100_000;

  private final TideSource source;
  private final ReadOptions options;
  private final Map<Long, Comparison> byChunk = new LinkedHashMap<>();
  private final Set<Long> chunkIds = new HashSet<>();

  /** Rows that name any other chunk. */
  private final Comparison astray = new Comparison();

  /** The chunk that was named last: rows of a chunk come one after the other. */
  private long namedId = -1;

  private Comparison named = astray;
  private final Fingerprint all = new Fingerprint();
  private long blocks;
  private long chunks;
  private long entries;
  private long recoveredEntries;
  private long indexRows;
  private long warnings;
  private long errors;

  /** A chunk and the rows that name it. */
  private static final class Comparison {
    private final Fingerprint entries = new Fingerprint();
    private final Fingerprint rows = new Fingerprint();
    private long position = -1;
    private long firstRow = -1;

    void addRow(TideParser row) {
      if (firstRow < 0) {
        firstRow = row.blockPosition();
      }
      rows.add(row.indexChannelId(), row.rowChunkId(), row.rowTimestamp(), row.rowOffset());
    }
  }

  /**
   * What was found.
   *
   * @param diagnosis for people
   * @param channels every channel, stand-ins included
   * @param chunkIds every id
   * @param entries which entries
   * @param blocks how many well-formed blocks
   */
  record Findings(
      Diagnosis diagnosis,
      List<Channel> channels,
      Set<Long> chunkIds,
      Fingerprint entries,
      long blocks) {}

  private Examination(TideSource source, ReadOptions options) {
    this.source = source;
    this.options = options;
  }

  static Findings of(TideSource source, ReadOptions options) {
    return new Examination(source, options).run();
  }

  private Findings run() {
    try (LogWalk walk =
        new LogWalk(source, this::report, options.time(), chunk -> true, true, true)) {
      Comparison chunk = new Comparison();
      for (Event event = walk.next(); event != Event.END; event = walk.next()) {
        if (event != Event.ENTRY && event != Event.INDEX_ROW) {
          blocks++;
        }
        switch (event) {
          case HEADER -> checkVersion(walk.blocks());
          case CHUNK -> chunk = beginChunk(walk.chunk());
          case ENTRY -> addEntry(walk, chunk);
          case INDEX_ROW -> addRow(walk.blocks());
          default -> {}
        }
      }
      compare();
      Diagnosis diagnosis =
          new Diagnosis(
              walk.channels().list().size(),
              chunks,
              entries,
              recoveredEntries,
              indexRows,
              warnings,
              errors,
              walk.losses().bytes(),
              walk.losses().ranges());
      return new Findings(diagnosis, walk.channels().list(), chunkIds, all, blocks);
    }
  }

  private void checkVersion(TideParser header) {
    if (header.majorVersion() > Layout.NEWEST_MAJOR_VERSION) {
      report(
          Code.VERSION,
          header.blockPosition(),
          "version " + header.majorVersion() + "." + header.minorVersion() + "; known are 0 and 1");
    }
  }

  private Comparison beginChunk(Chunk chunk) {
    chunks++;
    if (!chunkIds.add(chunk.id())) {
      report(
          Code.CHUNK_ID_REPEATED,
          chunk.position(),
          "another chunk has the id " + chunk.id() + " already");
    }
    Comparison comparison = byChunk.computeIfAbsent(chunk.id(), id -> new Comparison());
    comparison.position = chunk.position();
    namedId = -1;
    return comparison;
  }

  private void addEntry(LogWalk walk, Comparison chunk) {
    TideParser entry = walk.entries();
    long chunkId = walk.chunk().id();
    entries++;
    recoveredEntries += walk.recovered() ? 1 : 0;
    chunk.entries.add(entry.entryChannelId(), chunkId, entry.entryTimestamp(), entry.entryOffset());
    all.add(entry.entryChannelId(), chunkId, entry.entryTimestamp(), entry.entrySize());
  }

  private void addRow(TideParser row) {
    indexRows++;
    if (row.rowChunkId() != namedId) {
      namedId = row.rowChunkId();
      named = named(namedId);
    }
    named.addRow(row);
  }

  private Comparison named(long chunkId) {
    int ahead = byChunk.size() - chunkIds.size();
    return ahead < MOST_AHEAD || byChunk.containsKey(chunkId)
        ? byChunk.computeIfAbsent(chunkId, id -> new Comparison())
        : astray;
  }

  private void compare() {
    if (indexRows == 0 && entries > 0) {
      report(Code.INDEX_INCOMPLETE, 0, "no entry is in an INDX block");
      return;
    }
    byChunk.forEach(
        (id, chunk) -> {
          long inChunk = chunk.entries.count();
          long inIndex = chunk.rows.count();
          if (chunk.position < 0) {
            report(
                Code.INDEX_WRONG,
                chunk.firstRow,
                inIndex + " rows of INDX blocks name chunk " + id + ", which is not there");
          } else if (inIndex < inChunk) {
            report(
                Code.INDEX_INCOMPLETE,
                chunk.position,
                "chunk " + id + ": " + inChunk + " entries, " + inIndex + " rows in INDX blocks");
          } else if (!chunk.entries.sameAs(chunk.rows)) {
            report(
                Code.INDEX_WRONG,
                chunk.position,
                "chunk "
                    + id
                    + ": its "
                    + inChunk
                    + " entries are not those of the "
                    + inIndex
                    + " rows in INDX blocks");
          }
        });
    if (astray.rows.count() > 0) {
      report(
          Code.INDEX_WRONG,
          astray.firstRow,
          astray.rows.count() + " more rows of INDX blocks name chunks that are not there");
    }
  }

  private void report(Code code, long offset, String text) {
    report(Problem.of(code, offset, text));
  }

  private void report(Problem problem) {
    if (problem.severity() == Severity.ERROR) {
      errors++;
    } else {
      warnings++;
    }
    options.problems().accept(problem);
  }
}

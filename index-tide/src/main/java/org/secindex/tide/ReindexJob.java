package org.secindex.tide;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.secindex.tide.Problem.Severity;
import org.secindex.tide.TideParser.Event;

/** Copies the blocks of a sound log, and writes new index blocks behind them. */
final class ReindexJob {
  private final TideSource source;
  private final ReadOptions options;
  private final LogFile out;
  private final Window window;
  private final IndexRows rows = new IndexRows();
  private long channels;
  private long chunks;
  private final Fingerprint written = new Fingerprint();

  ReindexJob(TideSource source, ReadOptions options, LogFile out) {
    this.source = source;
    this.options = options;
    this.out = out;
    window = Window.on(source);
  }

  /** Does it; the file is then complete. */
  Rewritten run() {
    try (LogWalk walk =
        new LogWalk(source, this::report, options.time(), looked -> true, false, true)) {
      out.append(true, () -> copyAll(walk));
      return new Rewritten(channels, chunks, written.count(), out.position());
    }
  }

  /** Which entries have been copied. */
  Fingerprint written() {
    return written;
  }

  private void report(Problem problem) {
    if (problem.severity() == Severity.ERROR || problem.code() == Problem.Code.CHUNK_ID_REPEATED) {
      throw new TideException(
          source.name()
              + ": is damaged, recover it instead: "
              + problem.text()
              + " (at "
              + problem.offset()
              + ")");
    }
    options.problems().accept(problem);
  }

  private void copyAll(LogWalk walk) throws IOException {
    Set<Long> chunkIds = new HashSet<>();
    for (Event event = walk.next(); event != Event.END; event = walk.next()) {
      TideParser block = walk.blocks();
      switch (event) {
        case HEADER -> copy(block.blockPosition(), block.blockEnd());
        case CHANNEL -> {
          channels++;
          copy(block.blockPosition(), block.blockEnd());
        }
        case CHUNK -> {
          Chunk chunk = walk.chunk();
          if (!chunkIds.add(chunk.id())) {
            report(
                Problem.of(
                    Problem.Code.CHUNK_ID_REPEATED,
                    chunk.position(),
                    "another chunk has the id " + chunk.id() + " already"));
          }
          chunks++;
          writeRows(RecoverJob.INDEX_ROWS);
          copy(chunk.position(), chunk.endPosition());
        }
        case ENTRY -> {
          TideParser entry = walk.entries();
          long channelId = entry.entryChannelId();
          long chunkId = walk.chunk().id();
          long timestamp = entry.entryTimestamp();
          rows.add(channelId, chunkId, timestamp, entry.entryOffset());
          written.add(channelId, chunkId, timestamp, entry.entrySize());
        }
        default -> {}
      }
    }
    writeRows(1);
  }

  private void writeRows(int least) throws IOException {
    if (rows.size() >= least) {
      rows.writeTo(out);
      rows.clear();
    }
  }

  private void copy(long from, long to) throws IOException {
    for (long position = from; position < to; ) {
      ByteBuffer piece = window.view(position, (int) Math.min(Window.LARGE, to - position));
      position += piece.remaining();
      out.write(piece);
    }
  }
}

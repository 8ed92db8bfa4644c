package org.secindex.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;

/** The rows of all inputs, one file after the other, in the order in which they stand there. */
final class InputRows implements EntrySource {
  private final Iterator<String> files;
  private final IngestOptions options;
  private final InputStream standardInput;
  private final IngestProgress progress;
  private final PieceMemory memory = new PieceMemory();
  private final @Nullable FilesAhead ahead;
  private final @Nullable BadRowFile badRows;
  private final RowPlaces places = new RowPlaces();
  private final KeyWatch keys;
  private final List<String> warnings = new ArrayList<>();

  private String file = "";
  private @Nullable ParsedFile open;
  private long rowsBeforeFile;

  /** The rows at hand; those before {@link #taken} are gone. */
  private @Nullable ParsedRows piece;

  private int taken;
  private int run;
  private int problem;

  /** The line of the file where the piece begins. */
  private long firstLine = 1;

  /** Why there are no more rows, though this is not their end. */
  private @Nullable RuntimeException failure;

  private long bytesOfClosed;
  private long bytesOfOpen;
  private long blankLines;
  private long commentLines;

  InputRows(
      List<String> files,
      IngestOptions options,
      InputStream standardInput,
      IngestProgress progress) {
    this.files = files.iterator();
    this.options = options;
    this.standardInput = standardInput;
    this.progress = progress;
    keys = new KeyWatch(options.domain());
    badRows = options.badRows().map(rows -> new BadRowFile(rows, files)).orElse(null);
    ahead = options.threads() == 1 ? null : new FilesAhead(files, options, standardInput, memory);
  }

  @Override
  public boolean read(EntryBatch batch) {
    if (failure != null) {
      throw failure;
    }
    try {
      return readNext(batch);
    } catch (RuntimeException e) {
      // Whatever it was: nobody is to go on behind it.
      failure = e;
      throw e;
    }
  }

  private boolean readNext(EntryBatch batch) {
    batch.clear();
    while (batch.size() == 0) {
      if (piece == null && !nextPiece()) {
        finishKeys();
        return false;
      }
      if (piece != null) {
        take(piece, batch);
      }
    }
    if (keys.isOpen()) {
      keys.take(batch.keys, batch.size());
      if (keys.isFull()) {
        finishKeys();
      }
    }
    progress.advanced(bytes(), places.rows());
    return true;
  }

  /** Takes rows up to the next problem, or the problem, or the end of the piece. */
  private void take(ParsedRows from, EntryBatch batch) {
    List<RowProblem> problems = from.problems();
    int end = problem < problems.size() ? problems.get(problem).rowsBefore() : from.size;
    while (taken < end && !batch.isFull()) {
      int start = from.runStart(run);
      int runEnd = from.runStart(run + 1);
      int n = Math.min(Math.min(end, runEnd) - taken, batch.capacity() - batch.size());
      places.rows(firstLine + from.runLine(run) + (taken - start), n);
      from.copy(taken, n, batch);
      taken += n;
      if (taken == runEnd) {
        run++;
      }
    }
    if (taken < end || batch.size() > 0) {
      return;
    }
    if (problem < problems.size()) {
      divert(problems.get(problem));
      problem++;
    } else {
      firstLine += from.lines;
      blankLines += from.blankLines;
      commentLines += from.commentLines;
      piece = null;
      memory.giveBack(from);
    }
  }

  private void divert(RowProblem bad) {
    long line = firstLine + bad.line();
    if (badRows == null || bad.ends()) {
      throw new MalformedInputException(file, line, bad.column(), bad.reason());
    }
    badRows.add(file, line, bad);
  }

  /** Goes on to the next piece, in this file or the next one; false if there is none. */
  private boolean nextPiece() {
    try {
      while (open != null || openNext()) {
        piece = open == null ? null : open.next();
        if (piece != null) {
          bytesOfOpen = piece.bytesRead;
          taken = 0;
          run = 0;
          problem = 0;
          return true;
        }
        closeCurrent();
      }
      return false;
    } catch (BadRowException e) {
      throw new MalformedInputException(file, firstLine, e.column(), e.reason());
    } catch (IOException e) {
      throw describe(e);
    }
  }

  private boolean openNext() throws IOException {
    if (!files.hasNext()) {
      return false;
    }
    file = files.next();
    firstLine = 1;
    rowsBeforeFile = places.rows();
    places.startFile(file);
    open = ahead == null ? ParsedFile.open(file, options, standardInput, memory) : ahead.nextFile();
    return true;
  }

  private void closeCurrent() throws IOException {
    if (open != null) {
      ParsedFile finished = open;
      open = null;
      bytesOfClosed += bytesOfOpen;
      bytesOfOpen = 0;
      finished.close();
    }
  }

  private void finishKeys() {
    if (keys.isOpen()) {
      keys.finish().ifPresent(this::warn);
    }
  }

  private void warn(String warning) {
    warnings.add(warning);
    progress.warned(warning);
  }

  private IndexException describe(IOException e) {
    long rows = places.rows() - rowsBeforeFile;
    String seen = rows == 0 ? "" : " (after " + rows + (rows == 1 ? " row)" : " rows)");
    if (e instanceof DamagedArchiveException) {
      return new MalformedInputException(file, 0, e.getMessage() + seen, e);
    }
    String reason =
        e instanceof AccessDeniedException ? "permission denied" : String.valueOf(e.getMessage());
    return new IndexException(file + ": cannot be read: " + reason + seen, e);
  }

  /** How many bytes of the inputs have been read so far, as they lie on disk. */
  long bytes() {
    return bytesOfClosed + bytesOfOpen;
  }

  /** Where the rows stood that have been read so far. */
  RowPlaces places() {
    return places;
  }

  /** What else there was so far. */
  InputNotes notes() {
    return new InputNotes(
        blankLines, commentLines, badRows == null ? 0 : badRows.count(), warnings);
  }

  @Override
  public void close() {
    try {
      closeCurrent();
    } catch (IOException e) {
      throw describe(e);
    } finally {
      if (ahead != null) {
        ahead.close();
      }
      if (badRows != null) {
        badRows.close();
      }
    }
  }
}

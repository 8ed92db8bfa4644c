package org.secindex.ingest;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.util.Iterator;
import java.util.List;
import java.util.zip.ZipException;
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
  private final RowPlaces places = new RowPlaces();

  private String file = "";
  private @Nullable InputFile input;
  private @Nullable RowReader reader;
  private long bytesOfClosed;
  private long blankLinesOfClosed;

  InputRows(
      List<String> files,
      IngestOptions options,
      InputStream standardInput,
      IngestProgress progress) {
    this.files = files.iterator();
    this.options = options;
    this.standardInput = standardInput;
    this.progress = progress;
  }

  @Override
  public boolean read(EntryBatch batch) {
    try {
      while (reader != null || openNext()) {
        if (reader != null && reader.read(batch)) {
          progress.advanced(bytesOfClosed + (input == null ? 0 : input.bytes()), places.rows());
          return true;
        }
        closeCurrent();
      }
      batch.clear();
      return false;
    } catch (IOException e) {
      throw describe(e);
    }
  }

  private boolean openNext() throws IOException {
    if (!files.hasNext()) {
      return false;
    }
    file = files.next();
    input = InputFile.open(file, standardInput);
    Format format = options.format().orElseGet(() -> Format.ofFileName(file));
    RowReader opened =
        switch (format) {
          case TSV -> new TsvReader(file, input.content());
          case CSV -> new CsvReader(file, input.content());
        };
    List<String> header = options.lines().header() ? opened.readHeader() : List.of();
    places.startFile(file);
    opened.start(new RowParser(file, options.columns(), options.domain(), header), places);
    reader = opened;
    return true;
  }

  private void closeCurrent() throws IOException {
    if (reader != null) {
      blankLinesOfClosed += reader.blankLines();
      reader = null;
    }
    if (input != null) {
      InputFile finished = input;
      input = null;
      bytesOfClosed += finished.bytes();
      finished.close();
    }
  }

  private IndexException describe(IOException e) {
    String problem =
        e instanceof AccessDeniedException ? "permission denied" : String.valueOf(e.getMessage());
    String where = reader == null ? "" : " (after line " + reader.line() + ")";
    if (e instanceof EOFException || e instanceof ZipException) {
      return new MalformedInputException(file, 0, problem + where, e);
    }
    return new IndexException(file + ": cannot be read: " + problem + where, e);
  }

  /** Where the rows stood that have been read so far. */
  RowPlaces places() {
    return places;
  }

  /** How many blank lines have been skipped so far. */
  long blankLines() {
    return blankLinesOfClosed + (reader == null ? 0 : reader.blankLines());
  }

  @Override
  public void close() {
    try {
      closeCurrent();
    } catch (IOException e) {
      throw describe(e);
    }
  }
}

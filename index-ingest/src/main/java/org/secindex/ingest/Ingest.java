package org.secindex.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;

/**
 * The front door: files to entries.
 *
 * <p>Inputs are files, plain or compressed ({@code .gz}, {@code .zst}, {@code .bz2}, by name or
 * content), folders, which mean their files sorted by name, patterns as {@code data/chunk_*.tsv},
 * which mean the files that match, sorted by path, or {@code -} for the standard input; {@code
 * docs/input.md} has the details. All methods throw {@link MalformedInputException} if an input is
 * not what it was declared to be, {@link org.secindex.api.IndexConfigException} if a named column
 * does not exist, and {@link org.secindex.api.IndexException} if a file cannot be read.
 */
public final class Ingest {
  private Ingest() {}

  /** {@link #read(List, IngestOptions, InputStream, IngestProgress)} without standard input. */
  public static Ingested read(List<String> files, IngestOptions options) {
    return read(files, options, InputStream.nullInputStream(), IngestProgress.NONE);
  }

  /**
   * Reads and sorts all inputs. No input is left open. That all files are there is found out before
   * any of them is read.
   *
   * @param standardInput what is read for {@code -}
   * @return the entries, to be closed
   * @throws org.secindex.api.IndexException if there is no room for sorting
   */
  public static Ingested read(
      List<String> files,
      IngestOptions options,
      InputStream standardInput,
      IngestProgress progress) {
    List<String> all = InputPaths.expand(files);
    all.forEach(InputFile::requireExistence);
    OptionalLong total = totalBytes(all);
    InputRows rows = new InputRows(all, options, standardInput, progress);
    EntrySorter sorter =
        new ExternalSorter(
            options.domain(),
            SortPlan.of(options.memoryBytes()),
            options.temp(),
            () -> total.isPresent() ? (double) rows.bytes() / total.getAsLong() : Double.NaN);
    try {
      try (rows) {
        addAll(rows, sorter, options, progress);
      }
      return new Ingested(sorter, rows, options);
    } catch (RuntimeException | Error e) {
      sorter.close();
      throw e;
    }
  }

  private static void addAll(
      InputRows rows, EntrySorter sorter, IngestOptions options, IngestProgress progress) {
    EntryBatch batch = new EntryBatch();
    boolean told = false;
    while (rows.read(batch)) {
      sorter.add(batch);
      if (!told && sorter.isOnDisk() && sorter.firstInversion().isPresent()) {
        told = true;
        progress.warned(
            rows.places().place(sorter.firstInversion().getAsLong())
                + ": the first row that is out of order; sorting, in "
                + options.temp());
      }
    }
  }

  /**
   * The rows in the order in which they stand in the inputs, repeated keys included, as they become
   * available.
   */
  public static EntrySource rows(
      List<String> files,
      IngestOptions options,
      InputStream standardInput,
      IngestProgress progress) {
    return new InputRows(InputPaths.expand(files), options, standardInput, progress);
  }

  /** How many bytes all inputs have on disk; empty if one of them cannot tell. */
  public static OptionalLong totalBytes(List<String> files) {
    long total = 0;
    for (String file : InputPaths.expand(files)) {
      try {
        if (file.equals(InputFile.STANDARD_INPUT) || !Files.isRegularFile(Path.of(file))) {
          return OptionalLong.empty();
        }
        total += Files.size(Path.of(file));
      } catch (IOException | InvalidPathException e) {
        // Only a figure for progress; reading the file will say what is wrong.
        return OptionalLong.empty();
      }
    }
    return OptionalLong.of(total);
  }
}

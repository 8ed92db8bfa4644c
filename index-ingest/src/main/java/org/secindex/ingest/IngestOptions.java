package org.secindex.ingest;

import java.nio.file.Path;
import java.util.Optional;
import org.secindex.api.DuplicatePolicy;
import org.secindex.api.IndexConfigException;
import org.secindex.api.KeyDomain;

/**
 * How inputs are read.
 *
 * @param format how fields are written; empty: by the name of each file, see {@link
 *     Format#ofFileName}
 * @param lines which lines of a file are no rows
 * @param columns which columns make an entry
 * @param domain how keys are read and ordered
 * @param badRows where rows go that cannot be read; empty: the first one ends the reading
 * @param onDuplicate what to do with a key that comes with two locations
 * @param memoryBytes how much memory sorting may take, at least 1 MiB; what needs more, at 18 bytes
 *     an entry, is sorted with the help of a temporary file
 * @param temp the folder for that file, which takes up to about 16 bytes an entry
 * @param threads how many threads may parse, and how many files may be open at a time; with 1 all
 *     is done by the calling thread
 */
public record IngestOptions(
    Optional<Format> format,
    LineOptions lines,
    ColumnSpec columns,
    KeyDomain domain,
    Optional<BadRows> badRows,
    DuplicatePolicy onDuplicate,
    long memoryBytes,
    Path temp,
    int threads) {
  private static final int MOST_THREADS = 8;

  /** Checks memory and threads. */
  public IngestOptions {
    if (memoryBytes < 1 << 20) {
      throw new IndexConfigException(
          "memory for sorting: " + memoryBytes + " bytes; at least 1 MiB is needed");
    }
    if (threads < 1) {
      throw new IndexConfigException("threads: " + threads + "; at least 1 is needed");
    }
  }

  /**
   * Format by file name, no header, {@link ColumnSpec#DEFAULT}, no bad row and no duplicates
   * accepted, 1 GiB or half of what the JVM may take, whichever is less, a thread for each
   * processor, up to 8.
   */
  public static IngestOptions defaults(KeyDomain domain) {
    return new IngestOptions(
        Optional.empty(),
        LineOptions.DEFAULT,
        ColumnSpec.DEFAULT,
        domain,
        Optional.empty(),
        DuplicatePolicy.REJECT,
        defaultMemory(),
        Path.of(System.getProperty("java.io.tmpdir")),
        Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()));
  }

  private static long defaultMemory() {
    return Math.max(1 << 20, Math.min(1L << 30, Runtime.getRuntime().maxMemory() / 2));
  }

  /** The same with another format. */
  public IngestOptions withFormat(Format format) {
    return new IngestOptions(
        Optional.of(format),
        lines,
        columns,
        domain,
        badRows,
        onDuplicate,
        memoryBytes,
        temp,
        threads);
  }

  /** The same with other lines that are no rows. */
  public IngestOptions withLines(LineOptions lines) {
    return new IngestOptions(
        format, lines, columns, domain, badRows, onDuplicate, memoryBytes, temp, threads);
  }

  /** The same with or without header lines. */
  public IngestOptions withHeader(boolean header) {
    return new IngestOptions(
        format,
        lines.withHeader(header),
        columns,
        domain,
        badRows,
        onDuplicate,
        memoryBytes,
        temp,
        threads);
  }

  /** The same with other columns. */
  public IngestOptions withColumns(ColumnSpec columns) {
    return new IngestOptions(
        format, lines, columns, domain, badRows, onDuplicate, memoryBytes, temp, threads);
  }

  /** The same, with a place for bad rows. */
  public IngestOptions withBadRows(BadRows badRows) {
    return new IngestOptions(
        format,
        lines,
        columns,
        domain,
        Optional.of(badRows),
        onDuplicate,
        memoryBytes,
        temp,
        threads);
  }

  /** The same with another policy. */
  public IngestOptions withOnDuplicate(DuplicatePolicy onDuplicate) {
    return new IngestOptions(
        format, lines, columns, domain, badRows, onDuplicate, memoryBytes, temp, threads);
  }

  /** The same with another limit, in bytes. */
  public IngestOptions withMemory(long memoryBytes) {
    return new IngestOptions(
        format, lines, columns, domain, badRows, onDuplicate, memoryBytes, temp, threads);
  }

  /** The same with another number of threads. */
  public IngestOptions withThreads(int threads) {
    return new IngestOptions(
        format, lines, columns, domain, badRows, onDuplicate, memoryBytes, temp, threads);
  }

  /** The same with another folder for temporary files. */
  public IngestOptions withTemp(Path temp) {
    return new IngestOptions(
        format, lines, columns, domain, badRows, onDuplicate, memoryBytes, temp, threads);
  }
}

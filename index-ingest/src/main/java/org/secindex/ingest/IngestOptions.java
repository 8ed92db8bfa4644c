package org.secindex.ingest;

import java.util.Optional;
import org.secindex.api.DuplicatePolicy;
import org.secindex.api.IndexConfigException;
import org.secindex.api.KeyDomain;

/**
 * How inputs are read.
 *
 * @param format how fields are written; empty: by the name of each file, see {@link
 *     Format#ofFileName}
 * @param header whether the first line of each file names its columns
 * @param columns which columns make an entry
 * @param domain how keys are read and ordered
 * @param onDuplicate what to do with a key that comes with two locations
 * @param memoryBytes how much memory sorting may take, at least 1 MiB; about 18 bytes an entry are
 *     needed
 */
public record IngestOptions(
    Optional<Format> format,
    boolean header,
    ColumnSpec columns,
    KeyDomain domain,
    DuplicatePolicy onDuplicate,
    long memoryBytes) {
  /** Checks the memory. */
  public IngestOptions {
    if (memoryBytes < 1 << 20) {
      throw new IndexConfigException(
          "memory for sorting: " + memoryBytes + " bytes; at least 1 MiB is needed");
    }
  }

  /**
   * Format by file name, no header, {@link ColumnSpec#DEFAULT}, duplicates rejected, 1 GiB or half
   * of what the JVM may take, whichever is less.
   */
  public static IngestOptions defaults(KeyDomain domain) {
    return new IngestOptions(
        Optional.empty(),
        false,
        ColumnSpec.DEFAULT,
        domain,
        DuplicatePolicy.REJECT,
        defaultMemory());
  }

  private static long defaultMemory() {
    return Math.max(1 << 20, Math.min(1L << 30, Runtime.getRuntime().maxMemory() / 2));
  }

  /** The same with another format. */
  public IngestOptions withFormat(Format format) {
    return new IngestOptions(
        Optional.of(format), header, columns, domain, onDuplicate, memoryBytes);
  }

  /** The same with or without header lines. */
  public IngestOptions withHeader(boolean header) {
    return new IngestOptions(format, header, columns, domain, onDuplicate, memoryBytes);
  }

  /** The same with other columns. */
  public IngestOptions withColumns(ColumnSpec columns) {
    return new IngestOptions(format, header, columns, domain, onDuplicate, memoryBytes);
  }

  /** The same with another policy. */
  public IngestOptions withOnDuplicate(DuplicatePolicy onDuplicate) {
    return new IngestOptions(format, header, columns, domain, onDuplicate, memoryBytes);
  }

  /** The same with another limit, in bytes. */
  public IngestOptions withMemory(long memoryBytes) {
    return new IngestOptions(format, header, columns, domain, onDuplicate, memoryBytes);
  }
}

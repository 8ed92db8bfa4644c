package org.secindex.ingest;

import java.nio.file.Path;
import org.secindex.api.IndexConfigException;

/**
 * Where bad rows go, so that one of them does not end the reading.
 *
 * <p>The file is written anew. Each bad row is one record of it: {@code file:line}, the column (0
 * for the whole row), the reason, and the bytes of the row as they were, with a tab between them
 * and a line feed at the end. A row is bad if one of its fields or its number of columns is. An
 * archive that is damaged, a file that cannot be read, a quote without end are no bad rows.
 *
 * @param file where they go
 * @param most how many there may be; one more ends the reading
 */
public record BadRows(Path file, long most) {
  /** Checks the number. */
  public BadRows {
    if (most < 0) {
      throw new IndexConfigException("bad rows: " + most + " is negative");
    }
  }
}

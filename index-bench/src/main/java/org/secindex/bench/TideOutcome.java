package org.secindex.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * How a run over TIDE logs ended.
 *
 * @param directory where the results are
 * @param rows all measurements
 * @param verdict whether they are to be trusted
 */
public record TideOutcome(Path directory, List<TideRow> rows, BenchOutcome.Verdict verdict) {
  /** Copies the list. */
  public TideOutcome {
    rows = List.copyOf(rows);
  }
}

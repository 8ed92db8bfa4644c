package org.secindex.bench;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How a run ended.
 *
 * @param directory where the results are
 * @param rows all measurements
 * @param verdict whether they are to be trusted
 */
public record BenchOutcome(Path directory, List<ResultRow> rows, Verdict verdict) {
  /** Copies the list. */
  public BenchOutcome {
    rows = List.copyOf(rows);
  }

  /** Whether a run's figures are to be trusted. */
  public enum Verdict {
    /** Everything was measured, every answer was right, and the same on all backends. */
    COMPLETE,

    /** Something could not be measured; the rest is right. */
    INCOMPLETE,

    /** An answer was wrong, or backends differ: the figures mean nothing. */
    INVALID,

    /** The run was stopped; what was measured until then is right. */
    INTERRUPTED;

    /** In lower case. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Verdict of(List<ResultRow> rows, boolean interrupted) {
      if (rows.stream().anyMatch(ResultRow::isMismatch) || differ(rows)) {
        return INVALID;
      }
      if (interrupted) {
        return INTERRUPTED;
      }
      return rows.stream().allMatch(ResultRow::isOk) ? COMPLETE : INCOMPLETE;
    }

    /** Whether two backends gave different answers to the same work. */
    private static boolean differ(List<ResultRow> rows) {
      Map<List<Object>, String> checksums = new HashMap<>();
      for (ResultRow row : rows) {
        if (row.isOk() && !row.checksum().isEmpty()) {
          List<Object> work = List.of(row.suite(), row.entries(), row.keys());
          String first = checksums.putIfAbsent(work, row.checksum());
          if (first != null && !first.equals(row.checksum())) {
            return true;
          }
        }
      }
      return false;
    }
  }
}

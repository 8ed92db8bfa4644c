package org.secindex.bench;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The measurements that charts and tables speak of: of each store and size one, with the smallest
 * number of clients, and 1000 keys a call where several numbers were tried; of several repeats the
 * median.
 */
final class Typical {
  private static final int USUAL_BATCH = 1000;

  private Typical() {}

  /** Those of a suite, in the order of the rows. What failed is left out. */
  static List<ResultRow> of(List<ResultRow> rows, String suite) {
    return repeats(rows, suite).stream().map(Repeats::typical).toList();
  }

  /** The same with all their repeats. */
  static List<Repeats> repeats(List<ResultRow> rows, String suite) {
    List<ResultRow> done =
        rows.stream().filter(ResultRow::isOk).filter(r -> r.suite().equals(suite)).toList();
    int fewest = done.stream().mapToInt(ResultRow::clients).min().orElse(1);
    @Nullable Integer keys = keysPerCall(done);
    return Repeats.of(
        done.stream()
            .filter(row -> row.clients() == fewest)
            .filter(row -> Objects.equals(row.method().keysPerCall(), keys))
            .toList());
  }

  /** Whether it asks for as many keys a call as is usual, or is not known to ask for others. */
  static boolean isUsual(ResultRow row) {
    Integer keys = row.method().keysPerCall();
    return keys == null || keys == USUAL_BATCH;
  }

  /** Of several numbers of keys a call the usual one, if it is there, or else the largest. */
  private static @Nullable Integer keysPerCall(List<ResultRow> rows) {
    List<Integer> all =
        rows.stream()
            .map(row -> row.method().keysPerCall())
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .toList();
    return all.contains(USUAL_BATCH)
        ? Integer.valueOf(USUAL_BATCH)
        : all.isEmpty() ? null : all.get(all.size() - 1);
  }
}

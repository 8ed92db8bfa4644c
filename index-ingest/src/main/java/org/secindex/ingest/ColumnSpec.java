package org.secindex.ingest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.secindex.api.IndexConfigException;
import org.secindex.ingest.Placement.NumberSource;

/**
 * Which columns make an entry.
 *
 * @param key the column of the key
 * @param placement where the location comes from
 */
public record ColumnSpec(Column key, Placement placement) {
  private static final Set<String> ROLES = Set.of("id", "chunk", "sub", "ra", "dec");

  /** Key, chunk and subchunk in the first three columns. */
  public static final ColumnSpec DEFAULT =
      new ColumnSpec(
          Column.numbered(1),
          new Placement.Numbers(
              new NumberSource.InColumn(Column.numbered(2)),
              new NumberSource.InColumn(Column.numbered(3))));

  /** Keys in the first column and no location, for inputs of which only the keys are wanted. */
  public static ColumnSpec keysOnly(Column key) {
    return new ColumnSpec(
        key, new Placement.Numbers(new NumberSource.Constant(0), new NumberSource.Constant(0)));
  }

  /** Reads {@code id=1} or {@code id=objectId}, for {@link #keysOnly}. */
  public static ColumnSpec parseKey(String text) {
    Optional<NumberSource> none = Optional.of(new NumberSource.Constant(0));
    return parse(text, Optional.empty(), none, none);
  }

  /**
   * Reads {@code id=1,chunk=2,sub=3} or {@code id=objectId,ra=3,dec=5}; numbers count from 1, names
   * are those of the header line.
   *
   * @param sky the partition to be used with {@code ra} and {@code dec}
   * @param chunk where the chunk comes from if not from a column
   * @param sub where the subchunk comes from if not from a column
   * @throws IndexConfigException with all that is wrong: unknown or repeated names, a location that
   *     is incomplete or given twice
   */
  public static ColumnSpec parse(
      String text,
      Optional<SkyPartition> sky,
      Optional<NumberSource> chunk,
      Optional<NumberSource> sub) {
    List<String> problems = new ArrayList<>();
    Map<String, Column> columns = columns(text, problems);
    Optional<Column> key = Optional.ofNullable(columns.get("id"));
    if (key.isEmpty()) {
      problems.add("no column for the id: write id=NUMBER or id=NAME");
    }
    Optional<Placement> placement =
        sky.isPresent() || columns.containsKey("ra") || columns.containsKey("dec")
            ? sky(columns, sky, chunk.isPresent() || sub.isPresent(), problems)
            : numbers(columns, chunk, sub, problems);
    if (!problems.isEmpty()) {
      throw new IndexConfigException(problems.stream().map(p -> "columns: " + p).toList());
    }
    return new ColumnSpec(key.orElseThrow(), placement.orElseThrow());
  }

  private static Map<String, Column> columns(String text, List<String> problems) {
    Map<String, Column> columns = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String role = equals < 0 ? part : part.substring(0, equals);
      if (equals < 0 || !ROLES.contains(role)) {
        problems.add("'" + part + "' is none of id=..., chunk=..., sub=..., ra=..., dec=...");
        continue;
      }
      try {
        if (columns.put(role, Column.parse(part.substring(equals + 1))) != null) {
          problems.add("'" + role + "' is given twice");
        }
      } catch (IndexConfigException e) {
        problems.add(role + ": " + e.getMessage());
      }
    }
    return columns;
  }

  private static Optional<Placement> sky(
      Map<String, Column> columns,
      Optional<SkyPartition> sky,
      boolean numbersToo,
      List<String> problems) {
    Column ra = columns.get("ra");
    Column dec = columns.get("dec");
    if (sky.isEmpty()) {
      problems.add("ra and dec need the partition of the sky: stripes and sub-stripes, as 85,12");
    }
    if (ra == null || dec == null) {
      problems.add("a position needs both ra=... and dec=...");
    }
    if (numbersToo || columns.containsKey("chunk") || columns.containsKey("sub")) {
      problems.add("the location is given twice: by ra and dec, and by chunk or sub");
    }
    return ra == null || dec == null
        ? Optional.empty()
        : sky.map(partition -> new Placement.Sky(ra, dec, partition));
  }

  private static Optional<Placement> numbers(
      Map<String, Column> columns,
      Optional<NumberSource> chunk,
      Optional<NumberSource> sub,
      List<String> problems) {
    Optional<NumberSource> chunkFrom = number("chunk", columns, chunk, problems);
    Optional<NumberSource> subFrom = number("sub", columns, sub, problems);
    return chunkFrom.isPresent() && subFrom.isPresent()
        ? Optional.of(new Placement.Numbers(chunkFrom.get(), subFrom.get()))
        : Optional.empty();
  }

  private static Optional<NumberSource> number(
      String role,
      Map<String, Column> columns,
      Optional<NumberSource> other,
      List<String> problems) {
    Optional<NumberSource> column =
        Optional.ofNullable(columns.get(role)).map(NumberSource.InColumn::new);
    if (column.isPresent() && other.isPresent()) {
      problems.add("the " + role + " is given twice: by column and by option");
    }
    if (column.isEmpty() && other.isEmpty()) {
      problems.add(
          "no column for the " + role + ": write " + role + "=NUMBER or " + role + "=NAME");
    }
    return column.or(() -> other);
  }
}

package org.secindex.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.secindex.api.KeyDomain;

/**
 * The tables of an index, and which of them a key belongs to. Their ranges follow one another
 * without gaps: what lies below the first entry of all belongs to the first table, and what lies
 * between two tables to the lower one.
 *
 * <p>Immutable. A load replaces the tables of a split index by others with new names, so that
 * whoever still asks the old ones learns it from the server.
 */
final class EntryTables {
  private final KeyDomain domain;

  /** In {@link KeyDomain#toSortOrder}; the first is the smallest of all. */
  private final long[] firstKeys;

  private final List<EntryTable> tables;

  private EntryTables(KeyDomain domain, long[] firstKeys, List<EntryTable> tables) {
    this.domain = domain;
    this.firstKeys = firstKeys;
    this.tables = tables;
  }

  /** All keys in one table. */
  static EntryTables single(KeyDomain domain, EntryTable table) {
    return new EntryTables(domain, new long[] {Long.MIN_VALUE}, List.of(table));
  }

  /**
   * Keys in several tables.
   *
   * @param ranges at least one, ascending; the first one begins at the smallest key of the domain
   */
  static EntryTables split(MySqlAddress address, KeyDomain domain, List<TableRange> ranges) {
    long[] firstKeys = ranges.stream().mapToLong(r -> domain.toSortOrder(r.firstKey())).toArray();
    List<EntryTable> tables =
        ranges.stream().map(r -> new EntryTable(address, domain, r.table())).toList();
    for (int i = 0; i < firstKeys.length; i++) {
      if (i == 0 ? firstKeys[0] != Long.MIN_VALUE : firstKeys[i] <= firstKeys[i - 1]) {
        throw new IllegalArgumentException("ranges with a gap or out of order: " + ranges);
      }
    }
    return new EntryTables(domain, firstKeys, tables);
  }

  int size() {
    return tables.size();
  }

  EntryTable get(int table) {
    return tables.get(table);
  }

  List<EntryTable> all() {
    return tables;
  }

  boolean hasSameNames(EntryTables other) {
    return names().equals(other.names());
  }

  private List<String> names() {
    return tables.stream().map(EntryTable::name).toList();
  }

  /** The number of the table that a key belongs to, for every purpose. */
  int indexOf(long key) {
    long sought = domain.toSortOrder(key);
    int low = 0;
    int high = firstKeys.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firstKeys[middle] <= sought) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The table that a key belongs to. */
  EntryTable of(long key) {
    return tables.get(indexOf(key));
  }

  /** The smallest key that belongs to a table. */
  long first(int table) {
    return domain.toSortOrder(firstKeys[table]);
  }

  /** The largest key that belongs to a table. */
  long last(int table) {
    return table + 1 == firstKeys.length
        ? domain.max()
        : domain.toSortOrder(firstKeys[table + 1] - 1);
  }

  /**
   * Consecutive keys of one table.
   *
   * @param from position of the first
   * @param to position after the last
   */
  record Run(EntryTable table, int from, int to) {}

  /** Cuts ascending keys, at positions {@code from .. to-1}, where another table begins. */
  List<Run> runs(IntToLongFunction keys, int from, int to) {
    List<Run> runs = new ArrayList<>();
    int start = from;
    while (start < to) {
      int table = indexOf(keys.applyAsLong(start));
      int end = endOfRun(keys, start, to, table);
      runs.add(new Run(tables.get(table), start, end));
      start = end;
    }
    return runs;
  }

  private int endOfRun(IntToLongFunction keys, int start, int to, int table) {
    int low = start + 1;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (indexOf(keys.applyAsLong(middle)) == table) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** What one table contributes to a scan. */
  record Piece(EntryTable table, long first, long last) {
    String select() {
      return table.scan(first, last);
    }
  }

  /** The tables that hold a range of keys, both ends included, in order. */
  List<Piece> pieces(long first, long last) {
    List<Piece> pieces = new ArrayList<>();
    for (int i = indexOf(first); i <= indexOf(last); i++) {
      pieces.add(
          new Piece(
              tables.get(i),
              domain.compare(first, first(i)) > 0 ? first : first(i),
              domain.compare(last, last(i)) < 0 ? last : last(i)));
    }
    return pieces;
  }
}

package org.secindex.mysql;

import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.KeyDomain;

/**
 * Reads the location in a row. The columns of a table that is not ours may be {@code INT UNSIGNED},
 * hold NULL, or hold a key twice.
 */
final class EntryRow {
  private final MySqlAddress address;
  private final KeyDomain domain;
  private final Consumer<CorruptIndexException> damage;

  /** A reader that throws what is wrong. */
  EntryRow(MySqlAddress address, KeyDomain domain) {
    this(
        address,
        domain,
        problem -> {
          throw problem;
        });
  }

  /** A reader that hands over what is wrong, and goes on unless that throws. */
  EntryRow(MySqlAddress address, KeyDomain domain, Consumer<CorruptIndexException> damage) {
    this.address = address;
    this.domain = domain;
    this.damage = damage;
  }

  /**
   * One part of a location.
   *
   * @throws CorruptIndexException if it is none, with the key; unless damage is handed over
   */
  int part(ResultSet row, int column, long key) throws SQLException {
    long value = number(row, column);
    if (value < 0 || value > Integer.MAX_VALUE || (value == 0 && row.wasNull())) {
      damage.accept(
          new CorruptIndexException(
              address
                  + ": key "
                  + domain.format(key)
                  + " has a location with "
                  + (row.wasNull()
                      ? "a part that is NULL"
                      : value < 0 ? "a negative part" : "a part above 2147483647")
                  + ": "
                  + row.getMetaData().getColumnName(column)
                  + " is "
                  + row.getString(column)));
    }
    return (int) value;
  }

  private static long number(ResultSet row, int column) throws SQLException {
    try {
      return row.getLong(column);
    } catch (SQLDataException e) {
      // BIGINT UNSIGNED goes further.
      return Long.MAX_VALUE;
    }
  }

  /**
   * Checks that two rows with the same key say the same.
   *
   * @throws CorruptIndexException if not; unless damage is handed over
   */
  void requireSame(long key, int chunkId, int subChunkId, int chunkId2, int subChunkId2) {
    if (chunkId != chunkId2 || subChunkId != subChunkId2) {
      damage.accept(
          new CorruptIndexException(
              address
                  + ": key "
                  + domain.format(key)
                  + " is there twice: chunkId "
                  + chunkId
                  + ", subChunkId "
                  + subChunkId
                  + " and chunkId "
                  + chunkId2
                  + ", subChunkId "
                  + subChunkId2
                  + "; keys must be unique"));
    }
  }
}

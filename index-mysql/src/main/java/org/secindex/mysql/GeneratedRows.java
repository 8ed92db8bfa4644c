package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.secindex.api.Location;

/**
 * Entries that the server makes up by itself: {@code INSERT ... SELECT} from a cascade of {@code
 * SELECT ... UNION ALL}. The prototype of 2015 measured its "init" so. No row crosses the
 * connection, so that what remains is the cost of InnoDB; for measurements, not for data.
 *
 * <p>The entry at rank {@code i} has key {@code i * stride}, chunk {@code i / 270000} and subchunk
 * {@code i % 36}; keys and chunks are those of the catalogue {@code stride:N} of the test kit.
 *
 * @param count how many entries, 1 .. 10^14
 * @param stride between two keys, at least 1
 */
public record GeneratedRows(long count, long stride) {
  private static final int ENTRIES_PER_CHUNK = 270_000;
  private static final int SUB_CHUNKS = 36;
  private static final long MOST = 100_000_000_000_000L;

  /** Each step of the cascade has ten times the rows of the one before. */
  private static final int STEPS = 6;

  /**
   * Rows a statement, and so a transaction; the prototype had one for each table, which a server
   * that is killed takes long to undo.
   */
  private static final long ROWS_PER_STATEMENT = 1_000_000;

  private static final String CASCADE =
      IntStream.range(0, STEPS)
          .mapToObj(
              step ->
                  "("
                      + String.join(" UNION ALL ", Collections.nCopies(10, "SELECT 0"))
                      + ") step"
                      + step)
          .collect(Collectors.joining(", "));

  /**
   * @throws IllegalArgumentException if a number is out of range, or the keys do not fit into 63
   *     bits
   */
  public GeneratedRows {
    if (count < 1 || count > MOST) {
      throw new IllegalArgumentException("count " + count + " is outside 1 .. " + MOST);
    }
    if (stride < 1 || count - 1 > Long.MAX_VALUE / stride) {
      throw new IllegalArgumentException(
          "stride " + stride + ": must be at least 1, and " + count + " keys fit into 63 bits");
    }
  }

  /** The key at a rank in {@code 0 .. count-1}. */
  public long key(long rank) {
    return rank * stride;
  }

  /** The location of the entry at a rank in {@code 0 .. count-1}. */
  public Location location(long rank) {
    return new Location((int) (rank / ENTRIES_PER_CHUNK), (int) (rank % SUB_CHUNKS));
  }

  /**
   * Lets the server make the tables of an index, one after the other.
   *
   * @return how many entries there are now
   */
  long fill(Connection connection, MySqlAddress address, IndexTables.Parts parts, IndexRow row)
      throws SQLException {
    long rowsPerTable = row.layout() == Layout.SINGLE ? count : row.rowsPerTable();
    EntryTable table = parts.next(connection, row.domain().min());
    long room = rowsPerTable;
    for (long done = 0; done < count; ) {
      if (room == 0) {
        table = parts.next(connection, key(done));
        room = rowsPerTable;
      }
      int rows = (int) Math.min(ROWS_PER_STATEMENT, Math.min(room, count - done));
      insert(connection, address, table, done, rows);
      done += rows;
      room -= rows;
    }
    return count;
  }

  private void insert(
      Connection connection, MySqlAddress address, EntryTable table, long first, int rows)
      throws SQLException {
    Transactions.run(
        connection,
        address,
        c -> {
          try (Statement statement = c.createStatement()) {
            statement.executeUpdate("SET @secindex_rank = " + (first - 1));
            // The variable counts the rows as they come, so that they come in the order of their
            // keys however the server joins the steps.
            String sql =
                table.insert("INSERT")
                    + "SELECT (@secindex_rank := @secindex_rank + 1) * "
                    + stride
                    + ", @secindex_rank DIV "
                    + ENTRIES_PER_CHUNK
                    + ", @secindex_rank MOD "
                    + SUB_CHUNKS
                    + " FROM "
                    + CASCADE
                    + " LIMIT "
                    + rows;
            Sent.require(address, statement, statement.executeLargeUpdate(sql), rows, false);
          }
        });
  }
}

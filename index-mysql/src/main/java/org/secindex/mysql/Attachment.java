package org.secindex.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;
import org.secindex.api.NotAnIndexException;

/**
 * A table that somebody else made and looks after, as Qserv its director index {@code
 * qservMeta.<database>__<table>}: a column of integer keys, two of chunk and subchunk, and whatever
 * there is besides; of any engine, partitioned or not. It is only read, and nothing is stored about
 * it.
 */
final class Attachment {
  /** Qserv's column for the transaction that brought a row. */
  private static final String TRANSACTION = "qserv_trans_id";

  private static final Set<String> INTEGERS =
      Set.of("tinyint", "smallint", "mediumint", "int", "bigint");

  private final MySqlAddress address;
  private final MySqlOptions options;

  Attachment(MySqlAddress address, MySqlOptions options) {
    this.address = address;
    this.options = options;
  }

  /** Whether there is such a table. */
  boolean exists(Connection connection) throws SQLException {
    if (!columns(connection).isEmpty()) {
      return true;
    }
    // The server does not list what the account may not see, but says so when it is asked.
    try (Statement statement = connection.createStatement()) {
      statement
          .executeQuery("SELECT 1 FROM " + address.quoted(address.index()) + " LIMIT 0")
          .close();
      return true;
    } catch (SQLException e) {
      if (IndexRegister.isAbsent(e)) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Looks at the table.
   *
   * @throws IndexException if there is none
   * @throws IndexConfigException if it has not the columns that the options name
   * @throws NotAnIndexException if these cannot hold what an index has
   */
  Catalog.Attached open(Connection connection) throws SQLException {
    if (!exists(connection)) {
      throw new IndexException(
          address + ": there is no table " + address.quoted(address.index()) + " to attach");
    }
    Map<String, String> types = columns(connection);
    String chunk = require(types, "chunk-column", options.chunkColumn());
    String subChunk = require(types, "sub-chunk-column", options.subChunkColumn());
    String key =
        options.keyColumn().isEmpty()
            ? leftOver(types, chunk, subChunk)
            : require(types, "key-column", options.keyColumn());
    for (String column : List.of(key, chunk, subChunk)) {
      requireInteger(column, types.getOrDefault(column, ""));
    }
    // Smaller unsigned numbers are the same in either domain.
    KeyDomain domain =
        types.getOrDefault(key, "").matches("bigint.* unsigned.*")
            ? KeyDomain.UNSIGNED
            : KeyDomain.SIGNED;
    return new Catalog.Attached(
        new IndexRow(domain, Layout.SINGLE, Long.MAX_VALUE, IndexState.READY, OptionalLong.empty()),
        new EntryTable(
            address,
            domain,
            address.index(),
            new EntryTable.Columns("`" + key + "`", "`" + chunk + "`", "`" + subChunk + "`")));
  }

  /** Types by names, in the order of the table. */
  private Map<String, String> columns(Connection connection) throws SQLException {
    Map<String, String> types = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT column_name, column_type FROM information_schema.columns"
                    + " WHERE table_schema = '"
                    + address.database()
                    + "' AND table_name = '"
                    + address.index()
                    + "' ORDER BY ordinal_position")) {
      while (row.next()) {
        types.put(row.getString(1), row.getString(2).toLowerCase(Locale.ROOT));
      }
    }
    return types;
  }

  /** The column as the table spells it: SQL does not mind the case of columns. */
  private String require(Map<String, String> types, String option, String name) {
    Optional<String> found = types.keySet().stream().filter(name::equalsIgnoreCase).findFirst();
    return found.orElseThrow(
        () ->
            new IndexConfigException(
                address
                    + ": table "
                    + address.quoted(address.index())
                    + " has no column '"
                    + name
                    + "', but "
                    + String.join(", ", types.keySet())
                    + "; see option "
                    + option));
  }

  private String leftOver(Map<String, String> types, String chunk, String subChunk) {
    List<String> others =
        types.keySet().stream()
            .filter(c -> !c.equals(chunk) && !c.equals(subChunk))
            .filter(c -> !c.equalsIgnoreCase(TRANSACTION))
            .toList();
    if (others.size() != 1) {
      throw new IndexConfigException(
          address
              + ": which column of table "
              + address.quoted(address.index())
              + " holds the keys? Name it by option key-column; there are "
              + String.join(", ", types.keySet()));
    }
    return others.get(0);
  }

  private void requireInteger(String column, String type) {
    if (!INTEGERS.contains(type.replaceFirst("[ (].*", ""))) {
      throw new NotAnIndexException(
          address
              + ": column '"
              + column
              + "' of table "
              + address.quoted(address.index())
              + " is "
              + type
              + "; keys, chunks and subchunks are integers");
    }
  }
}

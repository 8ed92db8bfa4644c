package org.secindex.mysql;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.LookupBuilder;

/** Looks keys up, on pooled connections. Safe for use by several threads. */
final class Finder implements AutoCloseable {
  private final MySqlAddress address;
  private final KeyDomain domain;
  private final EntryTable table;
  private final MySqlErrors errors;
  private final KeyLists lists;
  private final HikariDataSource pool;

  Finder(Connections connections, KeyDomain domain, EntryTable table, KeyLists lists) {
    address = connections.address();
    this.domain = domain;
    this.table = table;
    this.lists = lists;
    errors = new MySqlErrors(address);
    pool = connections.pool();
  }

  /** Something that is asked of the server, and may be asked again. */
  private interface Question<T> {
    T ask(Connection connection) throws SQLException;
  }

  Optional<Location> find(long key) {
    return answer("look a key up", connection -> find(connection, key));
  }

  private Optional<Location> find(Connection connection, long key) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(table.find())) {
      statement.setLong(1, key);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return Optional.empty();
        }
        int chunkId = row.getInt(1);
        int subChunkId = row.getInt(2);
        requireLocation(key, chunkId, subChunkId);
        return Optional.of(new Location(chunkId, subChunkId));
      }
    }
  }

  Lookup findAll(long[] keys) {
    LookupBuilder answers = new LookupBuilder(domain, keys);
    if (answers.size() == 0) {
      return answers.build();
    }
    return answer(
        "look up " + keys.length + " keys",
        connection -> {
          try (Statement statement = connection.createStatement()) {
            int from = 0;
            while (from < answers.size()) {
              int to = Math.min(answers.size(), from + lists.keysPerStatement());
              find(statement, answers, from, to);
              from = to;
            }
          }
          return answers.build();
        });
  }

  private void find(Statement statement, LookupBuilder answers, int from, int to)
      throws SQLException {
    try (ResultSet rows =
        statement.executeQuery(lists.statement(table.findAll(), answers::key, from, to))) {
      while (rows.next()) {
        long key = rows.getLong(1);
        int chunkId = rows.getInt(2);
        int subChunkId = rows.getInt(3);
        requireLocation(key, chunkId, subChunkId);
        answers.found(answers.rank(key), chunkId, subChunkId);
      }
    }
  }

  private void requireLocation(long key, int chunkId, int subChunkId) {
    if ((chunkId | subChunkId) < 0) {
      throw new CorruptIndexException(
          address
              + ": key "
              + domain.format(key)
              + " has a location with a negative part: chunkId "
              + chunkId
              + ", subChunkId "
              + subChunkId);
    }
  }

  /**
   * Connections die while they are not used (the server's wait_timeout, a restart), which shows at
   * the next use only; so a lost one is replaced, once.
   */
  private <T> T answer(String operation, Question<T> question) {
    try {
      return ask(question);
    } catch (SQLException e) {
      if (!MySqlErrors.isConnectionLost(e)
          || MySqlErrors.isTimeout(e)
          || MySqlErrors.isPoolBusy(e)) {
        throw errors.reading(operation, e);
      }
    }
    // What one of them has met, the others have too.
    pool.getHikariPoolMXBean().softEvictConnections();
    try {
      return ask(question);
    } catch (SQLException e) {
      throw errors.reading(operation, e);
    }
  }

  private <T> T ask(Question<T> question) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return question.ask(connection);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}

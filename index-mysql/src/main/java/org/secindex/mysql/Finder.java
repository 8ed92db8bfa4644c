package org.secindex.mysql;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.secindex.api.KeyDomain;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.LookupBuilder;

/** Looks keys up, on pooled connections. Safe for use by several threads. */
final class Finder implements AutoCloseable {
  private final KeyDomain domain;
  private final CurrentTables current;
  private final MySqlErrors errors;
  private final EntryRow reader;
  private final KeyLists lists;
  private final HikariDataSource pool;
  private final FanOut fanOut;

  Finder(Connections connections, KeyDomain domain, CurrentTables current, KeyLists lists) {
    this.domain = domain;
    this.current = current;
    this.lists = lists;
    errors = new MySqlErrors(connections.address());
    reader = new EntryRow(connections.address(), domain);
    pool = connections.pool();
    // Half of the connections stay for those who call.
    fanOut = new FanOut(connections.address().toString(), connections.options().connections() / 2);
  }

  /** Something that is asked of the server, and may be asked again. */
  private interface Question<T> {
    T ask(EntryTables tables) throws SQLException;
  }

  Optional<Location> find(long key) {
    return answer(
        "look a key up",
        tables -> {
          try (Connection connection = pool.getConnection()) {
            return find(connection, tables.of(key), key);
          }
        });
  }

  private Optional<Location> find(Connection connection, EntryTable table, long key)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(table.find())) {
      statement.setLong(1, key);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return Optional.empty();
        }
        int chunkId = reader.part(row, 1, key);
        int subChunkId = reader.part(row, 2, key);
        while (row.next()) {
          reader.requireSame(
              key, chunkId, subChunkId, reader.part(row, 1, key), reader.part(row, 2, key));
        }
        return Optional.of(new Location(chunkId, subChunkId));
      }
    }
  }

  Lookup findAll(long[] keys) {
    if (keys.length == 0) {
      return new LookupBuilder(domain, keys).build();
    }
    return answer(
        "look up " + keys.length + " keys",
        tables -> {
          LookupBuilder answers = new LookupBuilder(domain, keys);
          fanOut.forEach(tables.runs(answers::key, 0, answers.size()), run -> find(run, answers));
          return answers.build();
        });
  }

  private void find(EntryTables.Run run, LookupBuilder answers) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      int size = lists.keysPerStatement();
      boolean any = false;
      for (int from = run.from(); from < run.to(); from += size) {
        int to = Math.min(run.to(), from + size);
        boolean found = find(statement, run.table(), answers, from, to);
        if (found && !any) {
          // A load may have been published since the first list was asked. Then all of them that
          // found nothing were too early, and this one was not.
          for (int early = run.from(); early < from; early += size) {
            find(statement, run.table(), answers, early, early + size);
          }
        }
        any |= found;
      }
    }
  }

  /** Asks for a list of keys, and tells whether any is there. */
  private boolean find(
      Statement statement, EntryTable table, LookupBuilder answers, int from, int to)
      throws SQLException {
    String sql = lists.statement(table.findAll(), answers::key, from, to) + table.orderOfList();
    try (ResultSet rows = statement.executeQuery(sql)) {
      boolean any = false;
      long before = 0;
      int chunkBefore = 0;
      int subChunkBefore = 0;
      while (rows.next()) {
        long key = rows.getLong(1);
        int chunkId = reader.part(rows, 2, key);
        int subChunkId = reader.part(rows, 3, key);
        if (any && key == before) {
          reader.requireSame(key, chunkBefore, subChunkBefore, chunkId, subChunkId);
        }
        answers.found(answers.rank(key), chunkId, subChunkId);
        any = true;
        before = key;
        chunkBefore = chunkId;
        subChunkBefore = subChunkId;
      }
      return any;
    }
  }

  /**
   * Connections die while they are not used (the server's wait_timeout, a restart), which shows at
   * the next use only; so a lost one is replaced, once. A load may have replaced the tables: then
   * the new ones are asked.
   */
  private <T> T answer(String operation, Question<T> question) {
    try {
      try {
        return ask(question);
      } catch (SQLException e) {
        if (!MySqlErrors.isConnectionLost(e)
            || MySqlErrors.isTimeout(e)
            || MySqlErrors.isPoolBusy(e)) {
          throw e;
        }
      }
      // What one of them has met, the others have too.
      pool.getHikariPoolMXBean().softEvictConnections();
      return ask(question);
    } catch (SQLException e) {
      throw errors.reading(operation, e);
    }
  }

  private <T> T ask(Question<T> question) throws SQLException {
    EntryTables asked = current.get();
    try {
      return question.ask(asked);
    } catch (SQLException e) {
      if (!MySqlErrors.isNoSuchTable(e)) {
        throw e;
      }
      try (Connection connection = pool.getConnection()) {
        if (!current.haveChanged(connection, asked)) {
          throw e;
        }
      }
    }
    return question.ask(current.get());
  }

  @Override
  public void close() {
    fanOut.close();
    pool.close();
  }
}

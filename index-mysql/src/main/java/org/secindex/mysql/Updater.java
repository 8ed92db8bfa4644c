package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;
import org.secindex.api.LookupBuilder;
import org.secindex.api.SortedEntries;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes entries of an index, in units that are transactions. A unit that the server gave up for
 * the sake of another session (deadlock, lock wait) is done again as a whole; its entries are in
 * memory.
 */
final class Updater {
  private static final Logger LOG = LoggerFactory.getLogger(Updater.class);
  private static final int UNIT = 1 << 16;
  private static final int ATTEMPTS = 8;

  private final MySqlAddress address;
  private final IndexRegister register;
  private final EntryTable table;
  private final KeyDomain domain;
  private final KeyLists lists;

  Updater(
      MySqlAddress address,
      IndexRegister register,
      EntryTable table,
      KeyDomain domain,
      KeyLists lists) {
    this.address = address;
    this.register = register;
    this.table = table;
    this.domain = domain;
    this.lists = lists;
  }

  /** A part of the work, done in one transaction. */
  private interface Unit {
    void apply(Connection connection) throws SQLException;
  }

  /** Updates; see {@link org.secindex.api.SecondaryIndex#update}. */
  long update(Connection connection, SortedEntries entries) throws SQLException {
    ServerFacts.of(connection).requireLocalInfile(address);
    OptionalLong before = requireReady(connection).entries();
    // How many of the entries are new the server does not tell, so they are not counted any more.
    register.setEntries(connection, OptionalLong.empty());
    EntryBatch batch = new EntryBatch(UNIT);
    long applied = 0;
    while (entries.read(batch)) {
      inTransaction(connection, c -> upsert(c, batch));
      applied += batch.size();
    }
    if (applied == 0 || before.equals(OptionalLong.of(0))) {
      register.setEntries(connection, applied == 0 ? before : OptionalLong.of(applied));
    }
    return applied;
  }

  private void upsert(Connection connection, EntryBatch batch) throws SQLException {
    TsvStream rows = new TsvStream(domain, batch);
    rows.nextPart(batch.size());
    long affected = LocalInfile.send(connection, address, table.upsert(), rows);
    if (rows.rows() != batch.size() || affected < batch.size()) {
      throw new IndexException(
          address
              + ": cannot update: of "
              + batch.size()
              + " entries the server took "
              + rows.rows()
              + " and changed "
              + affected);
    }
  }

  /** Removes; see {@link org.secindex.api.SecondaryIndex#remove}. */
  void remove(Connection connection, long[] keys) throws SQLException {
    requireReady(connection);
    long[] sorted = LookupBuilder.distinctAscending(domain, keys);
    for (int from = 0; from < sorted.length; from += UNIT) {
      int first = from;
      int end = Math.min(sorted.length, from + UNIT);
      inTransaction(connection, c -> remove(c, sorted, first, end));
    }
  }

  private void remove(Connection connection, long[] sorted, int from, int end) throws SQLException {
    long removed = 0;
    try (var statement = connection.createStatement()) {
      for (int i = from; i < end; i += lists.keysPerStatement()) {
        int to = Math.min(end, i + lists.keysPerStatement());
        removed +=
            statement.executeLargeUpdate(lists.statement(table.delete(), r -> sorted[r], i, to));
      }
    }
    register.subtractEntries(connection, removed);
  }

  private IndexRow requireReady(Connection connection) throws SQLException {
    IndexRow row = register.require(connection);
    if (row.state() != IndexState.READY) {
      throw new IndexException(
          address + ": BUILDING: its load was not completed; load it again before changing it");
    }
    return row;
  }

  private void inTransaction(Connection connection, Unit unit) throws SQLException {
    connection.setAutoCommit(false);
    try {
      for (int attempt = 1; ; attempt++) {
        try {
          unit.apply(connection);
          connection.commit();
          return;
        } catch (SQLException e) {
          rollback(connection, e);
          if (!MySqlErrors.isRepeatable(e) || attempt == ATTEMPTS) {
            throw e;
          }
          LOG.info("{}: repeating a unit of a write: {}", address, e.getMessage());
        } catch (RuntimeException | Error e) {
          rollback(connection, e);
          throw e;
        }
      }
    } finally {
      leaveTransaction(connection);
    }
  }

  private static void rollback(Connection connection, Throwable failure) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // A connection that is gone has been rolled back by the server.
      failure.addSuppressed(e);
    }
  }

  private static void leaveTransaction(Connection connection) {
    try {
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      LOG.debug("the connection is gone, which the writer's next use of it will notice", e);
    }
  }
}

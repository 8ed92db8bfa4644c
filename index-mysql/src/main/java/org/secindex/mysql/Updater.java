package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;
import org.secindex.api.LookupBuilder;
import org.secindex.api.SortedEntries;

/**
 * Changes entries of an index, in units that are transactions, be it in one table or in several;
 * its entries are in memory, so that a unit can be repeated.
 */
final class Updater {
  private static final int UNIT = 1 << 16;

  private final MySqlAddress address;
  private final IndexRegister register;
  private final EntryTables tables;
  private final RowTransfer transfer;
  private final KeyDomain domain;
  private final KeyLists lists;

  Updater(
      MySqlAddress address,
      IndexRegister register,
      EntryTables tables,
      RowTransfer transfer,
      KeyDomain domain,
      KeyLists lists) {
    this.address = address;
    this.register = register;
    this.tables = tables;
    this.transfer = transfer;
    this.domain = domain;
    this.lists = lists;
  }

  /** Updates; see {@link org.secindex.api.SecondaryIndex#update}. */
  long update(Connection connection, SortedEntries entries) throws SQLException {
    transfer.require(ServerFacts.of(connection));
    boolean wasEmpty = register.require(connection).entries().equals(OptionalLong.of(0));
    UnitReader units = new UnitReader(entries);
    EntryBatch batch = new EntryBatch(UNIT);
    long applied = 0;
    while (units.read(batch, UNIT)) {
      boolean first = applied == 0;
      Transactions.run(connection, address, c -> upsert(c, batch, first));
      applied += batch.size();
    }
    if (wasEmpty) {
      register.setEntries(connection, OptionalLong.of(applied));
    }
    return applied;
  }

  private void upsert(Connection connection, EntryBatch batch, boolean first) throws SQLException {
    if (first) {
      // How many of the entries are new the server does not tell: they are not counted any more.
      register.setEntries(connection, OptionalLong.empty());
    }
    for (EntryTables.Run run : tables.runs(i -> batch.keys[i], 0, batch.size())) {
      transfer.send(connection, run.table(), batch, run.from(), run.to(), true);
    }
  }

  /** Removes; see {@link org.secindex.api.SecondaryIndex#remove}. */
  void remove(Connection connection, long[] keys) throws SQLException {
    long[] sorted = LookupBuilder.distinctAscending(domain, keys);
    for (int from = 0; from < sorted.length; from += UNIT) {
      int first = from;
      int end = Math.min(sorted.length, from + UNIT);
      Transactions.run(connection, address, c -> remove(c, sorted, first, end));
    }
  }

  private void remove(Connection connection, long[] sorted, int first, int end)
      throws SQLException {
    long removed = 0;
    try (Statement statement = connection.createStatement()) {
      for (EntryTables.Run run : tables.runs(i -> sorted[i], first, end)) {
        for (int from = run.from(); from < run.to(); from += lists.keysPerStatement()) {
          int to = Math.min(run.to(), from + lists.keysPerStatement());
          removed +=
              statement.executeLargeUpdate(
                  lists.statement(run.table().delete(), i -> sorted[i], from, to));
        }
      }
    }
    register.subtractEntries(connection, removed);
  }
}

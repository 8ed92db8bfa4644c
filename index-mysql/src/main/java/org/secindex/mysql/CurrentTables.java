package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;

/**
 * The tables of an open index, as far as this side knows. A load, by whomever, replaces them; the
 * old ones are gone then, so that whoever asks them gets an error of the server, never an old
 * answer, and reads here what there is now. Safe for use by several threads.
 */
final class CurrentTables {
  /** Between the dropping of the old tables and the listing of the new ones is one transaction. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final MySqlAddress address;
  private final KeyDomain domain;
  private final Catalog catalog;

  /** Null until the index has been loaded. */
  private volatile @Nullable EntryTables tables;

  /**
   * @param tables null if the index is BUILDING
   */
  CurrentTables(
      MySqlAddress address, KeyDomain domain, Catalog catalog, @Nullable EntryTables tables) {
    this.address = address;
    this.domain = domain;
    this.catalog = catalog;
    this.tables = tables;
  }

  Catalog catalog() {
    return catalog;
  }

  /**
   * The tables.
   *
   * @throws IndexException if the index is BUILDING
   */
  EntryTables get() {
    EntryTables known = tables;
    if (known == null) {
      throw Catalog.building(address);
    }
    return known;
  }

  /**
   * Reads them anew.
   *
   * @throws IndexException if the index is BUILDING
   */
  EntryTables refresh(Connection connection) throws SQLException {
    IndexRow row = catalog.row(connection);
    if (!Catalog.isReady(row)) {
      throw Catalog.building(address);
    }
    requireSame(row);
    EntryTables now = catalog.tables(connection, row);
    tables = now;
    return now;
  }

  /**
   * Checks that the index is the one that was opened, as far as its order goes.
   *
   * @return the row
   * @throws IndexException if not
   */
  IndexRow requireSame(IndexRow row) {
    if (row.domain() != domain) {
      throw new IndexException(
          address
              + ": somebody replaced it by an index that is "
              + row.domain()
              + "; open it anew");
    }
    return row;
  }

  /**
   * Whether there are other tables by now than those that were asked in vain; waits a little for a
   * load that is about to end.
   */
  boolean haveChanged(Connection connection, EntryTables asked) throws SQLException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!Catalog.isReady(catalog.row(connection)) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(PAUSE_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        break;
      }
    }
    return !refresh(connection).hasSameNames(asked);
  }
}

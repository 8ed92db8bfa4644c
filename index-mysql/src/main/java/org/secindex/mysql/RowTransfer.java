package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import org.secindex.api.EntryBatch;

/** A way in which rows get from here into a table. Safe for use by several threads. */
interface RowTransfer {
  /**
   * Checks, before anything is sent, that the server takes rows this way.
   *
   * @throws org.secindex.api.IndexException if it does not, naming the side and the setting
   */
  void require(ServerFacts server);

  /**
   * Sends rows {@code from .. to-1} of a batch.
   *
   * @param known whether the table may hold some of the keys, which then get their new location;
   *     else such a key is an error
   * @throws org.secindex.api.IndexException if the server warned, or did not take all rows; nothing
   *     is undone
   */
  void send(
      Connection connection, EntryTable table, EntryBatch batch, int from, int to, boolean known)
      throws SQLException;
}

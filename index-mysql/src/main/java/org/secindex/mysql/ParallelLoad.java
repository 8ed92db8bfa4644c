package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;

/**
 * Sends batches to several tables at once, each on a connection of its own; those of one table in
 * their order, one after the other: two connections that append to one table gain less than two
 * with a table each.
 *
 * <p>The entries come in key order, and so to the next table only when all of the one before have
 * come: those that wait are kept in memory, as many as are allowed. What of a table is not sent by
 * the time that the next one begins is sent beside that one.
 *
 * <p>Used by one thread. The tables are not published yet, so that nothing is lost if one of the
 * connections is.
 */
final class ParallelLoad implements AutoCloseable {
  /**
   * Rows a statement, and so a transaction, which is undone in well under a second if the loader
   * dies.
   */
  static final int ROWS_PER_STATEMENT = 1 << 17;

  /** Of a batch. */
  private static final long BYTES = 16L * ROWS_PER_STATEMENT;

  private final MySqlAddress address;
  private final RowTransfer transfer;
  private final ExecutorService threads;
  private final List<Connection> connections = new ArrayList<>();
  private final BlockingQueue<Connection> idle;
  private final BlockingQueue<EntryBatch> free = new LinkedBlockingQueue<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final long most;
  private long made;
  private @Nullable EntryTable current;

  /** The batch that was given last. */
  private CompletableFuture<Void> before = CompletableFuture.completedFuture(null);

  /**
   * Connects.
   *
   * @param parallel how many tables are filled at once
   * @param memory bytes for entries that are sent or wait; two batches are allowed in any case
   */
  ParallelLoad(Connections source, RowTransfer transfer, int parallel, long memory)
      throws SQLException {
    address = source.address();
    this.transfer = transfer;
    most = Math.max(2, memory / BYTES);
    idle = new ArrayBlockingQueue<>(parallel);
    threads = Executors.newFixedThreadPool(parallel, work -> thread(work, address));
    try {
      for (int i = 0; i < parallel; i++) {
        Connection connection = source.toWrite();
        connections.add(connection);
        idle.add(connection);
      }
    } catch (SQLException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static Thread thread(Runnable work, MySqlAddress address) {
    Thread thread = new Thread(work, "secindex load " + address);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * A batch to fill; if there are as many as are allowed, waits until one has been sent.
   *
   * @throws IndexException if the thread is interrupted, which stays so
   */
  EntryBatch take() throws SQLException {
    if (free.isEmpty() && made < most) {
      free.add(new EntryBatch(ROWS_PER_STATEMENT));
      made++;
    }
    return awaitFree();
  }

  private EntryBatch awaitFree() throws SQLException {
    try {
      EntryBatch batch = free.take();
      rethrow();
      return batch;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException(address + ": the load was interrupted", e);
    }
  }

  /** Takes back a batch that was taken and is not to be sent. */
  void giveBack(EntryBatch batch) {
    free.add(batch);
  }

  /** Sends a batch that was taken, after those that were given for the same table just before. */
  void send(EntryTable table, EntryBatch batch) {
    if (table != current) {
      current = table;
      before = CompletableFuture.completedFuture(null);
    }
    before = before.thenRunAsync(() -> sendOrFail(table, batch), threads);
  }

  private void sendOrFail(EntryTable table, EntryBatch batch) {
    try {
      if (failure.get() == null) {
        sendNow(table, batch);
      }
    } catch (SQLException | RuntimeException | Error e) {
      // A batch that was not sent must fail the load, for want of memory, too.
      failure.compareAndSet(null, e);
    } finally {
      free.add(batch);
    }
  }

  private void sendNow(EntryTable table, EntryBatch batch) throws SQLException {
    // There are as many as threads.
    Connection connection = idle.remove();
    try {
      Transactions.run(
          connection, address, c -> transfer.send(c, table, batch, 0, batch.size(), false));
    } finally {
      idle.add(connection);
    }
  }

  /** Waits until all has been sent. */
  void finish() throws SQLException {
    for (; made > 0; made--) {
      EntryBatch unused = awaitFree();
      unused.clear();
    }
  }

  private void rethrow() throws SQLException {
    Throwable e = failure.get();
    if (e instanceof SQLException sql) {
      throw sql;
    }
    if (e instanceof RuntimeException other) {
      throw other;
    }
    if (e instanceof Error error) {
      throw error;
    }
  }

  /** Ends what is under way, and the connections. */
  @Override
  public void close() {
    failure.compareAndSet(null, new IndexException(address + ": the load was given up"));
    threads.shutdown();
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(1, TimeUnit.HOURS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    connections.forEach(Connections::close);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

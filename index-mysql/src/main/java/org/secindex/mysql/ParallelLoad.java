package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;

/**
 * Sends batches to tables on several connections at once: consecutive batches of one table too,
 * since the stream that they are cut from does not come to the next table before that one is full.
 * Memory is that of the batches under way, and one more.
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

  private final MySqlAddress address;
  private final RowTransfer transfer;
  private final ExecutorService threads;
  private final List<Connection> connections = new ArrayList<>();
  private final BlockingQueue<Connection> idle;
  private final BlockingQueue<EntryBatch> free;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  ParallelLoad(Connections source, RowTransfer transfer) throws SQLException {
    address = source.address();
    this.transfer = transfer;
    int parallel = source.options().loadConnections();
    idle = new ArrayBlockingQueue<>(parallel);
    free = new ArrayBlockingQueue<>(parallel + 1);
    threads = Executors.newFixedThreadPool(parallel, work -> thread(work, address));
    try {
      for (int i = 0; i < parallel; i++) {
        Connection connection = source.toWrite();
        connections.add(connection);
        idle.add(connection);
        free.add(new EntryBatch(ROWS_PER_STATEMENT));
      }
      free.add(new EntryBatch(ROWS_PER_STATEMENT));
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
   * A batch to fill; waits until one has been sent.
   *
   * @throws IndexException if the thread is interrupted, which stays so
   */
  EntryBatch take() throws SQLException {
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

  /** Sends a batch that was taken, some time soon. */
  void send(EntryTable table, EntryBatch batch) {
    threads.execute(
        () -> {
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
        });
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
    for (int i = 0; i < connections.size() + 1; i++) {
      EntryBatch unused = take();
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

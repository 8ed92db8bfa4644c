package org.secindex.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;

/**
 * Writes ascending entries into table files beside the database, several at once.
 *
 * <p>The calling thread reads the entries and deals them out: so many to the first file, as many to
 * the next. Each file has a queue, from which a thread writes it while the next ones are dealt. The
 * number of batches under way is bounded; they are used again and again.
 */
final class TableFiles implements AutoCloseable {
  private static final EntryBatch END = new EntryBatch(1);

  private final Database database;
  private final TableFile.Content content;
  private final int fileEntries;
  private final int maxBatches;
  private final NativeObjects natives = new NativeObjects();
  private final EnvOptions environment = natives.own(new EnvOptions());
  private final Options options;
  private final ExecutorService pool;
  private final List<Path> paths = new ArrayList<>();
  private final List<CompletableFuture<Void>> writing = new ArrayList<>();
  private final BlockingQueue<EntryBatch> idle = new LinkedBlockingQueue<>();
  private int batches;

  /** Whether the files are of no use any more. */
  private volatile boolean failed;

  TableFiles(Database database, TableFile.Content content, WriteSizes sizes) {
    this.database = database;
    this.content = content;
    fileEntries = sizes.fileEntries();
    // A whole file of them for each thread: dealt faster than written, files keep all threads busy.
    maxBatches = Math.max(2, fileEntries / EntryBatch.DEFAULT_CAPACITY) * sizes.threads();
    options = natives.own(new Options(database.options().database, database.options().entries));
    pool = Executors.newFixedThreadPool(sizes.threads(), TableFiles::daemon);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "secindex-rocksdb-load");
    thread.setDaemon(true);
    return thread;
  }

  /** The files written, in key order. */
  List<String> paths() {
    return paths.stream().map(Path::toString).toList();
  }

  /** Writes all entries, and returns how many there were. */
  long write(EntrySource entries) {
    try {
      Files.createDirectories(database.directory().loading());
    } catch (IOException e) {
      throw database.directory().failure("make a directory for table files", e);
    }
    long count = deal(entries);
    try {
      writing.forEach(CompletableFuture::join);
      return count;
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private long deal(EntrySource entries) {
    long count = 0;
    long inFile = fileEntries;
    BlockingQueue<EntryBatch> queue = new LinkedBlockingQueue<>();
    try {
      EntryBatch batch = idleBatch();
      while (!failed && entries.read(batch)) {
        if (inFile >= fileEntries) {
          queue.add(END);
          queue = begin();
          inFile = 0;
        }
        // Once it is in the queue it may be read again by us at any time.
        inFile += batch.size();
        count += batch.size();
        queue.add(batch);
        batch = idleBatch();
      }
      return count;
    } finally {
      queue.add(END);
    }
  }

  private BlockingQueue<EntryBatch> begin() {
    Path path = database.directory().loadingFile(paths.size());
    paths.add(path);
    BlockingQueue<EntryBatch> queue = new LinkedBlockingQueue<>();
    writing.add(CompletableFuture.runAsync(() -> write(path, queue), pool));
    return queue;
  }

  private EntryBatch idleBatch() {
    EntryBatch batch = idle.poll();
    if (batch != null) {
      return batch;
    }
    if (batches < maxBatches) {
      batches++;
      return new EntryBatch();
    }
    try {
      return idle.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException(
          database.index() + ": interrupted while table files were written", e);
    }
  }

  private void write(Path path, BlockingQueue<EntryBatch> queue) {
    boolean complete = false;
    try (TableFile file =
        new TableFile(database.metadata().domain(), content, environment, options)) {
      file.open(path);
      EntryBatch batch;
      while (!failed && (batch = queue.take()) != END) {
        file.add(batch);
        idle.add(batch);
      }
      if (!failed) {
        file.finish();
        complete = true;
      }
    } catch (RocksDBException e) {
      throw RocksDbErrors.of(database.index(), "write a table file", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("who interrupts a thread of ours?", e);
    } finally {
      if (!complete) {
        failed = true;
        idle.add(new EntryBatch()); // Whoever waits for one is to see that.
      }
    }
  }

  /** When this returns, no file is being written any more. */
  @Override
  public void close() {
    failed = true;
    pool.shutdown();
    boolean interrupted = false;
    for (boolean over = false; !over; ) {
      try {
        over = pool.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    natives.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

package org.secindex.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;

/**
 * Reads files ahead of whoever takes their rows: some files are open at a time, each read and
 * decompressed by a thread of its own, and their pieces are parsed by others. The rows come in the
 * order of the files and within them nevertheless. Each file may be ahead by a few pieces, but not
 * by rows that do not fit a piece: the memory for these is taken when it is the file's turn.
 */
final class FilesAhead implements AutoCloseable {
  private static final int PIECES_AHEAD = 4;
  private static final int PATIENCE_SECONDS = 10;

  private final Iterator<String> files;
  private final IngestOptions options;
  private final InputStream standardInput;
  private final PieceMemory memory;
  private final ExecutorService readers = Executors.newCachedThreadPool(FilesAhead::thread);
  private final ExecutorService parsers;
  private final Deque<FileAhead> open = new ArrayDeque<>();
  private boolean standardInputIsRead;

  FilesAhead(
      List<String> files, IngestOptions options, InputStream standardInput, PieceMemory memory) {
    this.files = files.iterator();
    this.options = options;
    this.standardInput = standardInput;
    this.memory = memory;
    parsers = Executors.newFixedThreadPool(options.threads(), FilesAhead::thread);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "secindex-ingest");
    thread.setDaemon(true);
    return thread;
  }

  /** The next file in their order. */
  ParsedFile nextFile() {
    while (open.size() < options.threads() && files.hasNext()) {
      FileAhead file = new FileAhead(files.next());
      standardInputIsRead |= file.name.equals(InputFile.STANDARD_INPUT);
      open.add(file);
      readers.execute(file);
    }
    FileAhead next = open.remove();
    next.turn.countDown();
    return next;
  }

  /** Ends all threads, but one that waits for the standard input, which nothing can wake. */
  @Override
  public void close() {
    readers.shutdownNow();
    parsers.shutdownNow();
    try {
      if (!standardInputIsRead) {
        readers.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        parsers.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class FileAhead implements ParsedFile, Runnable {
    private final String name;
    private final CountDownLatch turn = new CountDownLatch(1);
    private final BlockingQueue<Future<@Nullable ParsedRows>> pieces =
        new ArrayBlockingQueue<>(PIECES_AHEAD);

    FileAhead(String name) {
      this.name = name;
    }

    @Override
    public void run() {
      try {
        pieces.put(readAll());
      } catch (InterruptedException e) {
        // Nobody wants the rest.
      }
    }

    /** Reads all pieces; returns what is to be found behind the last one. */
    private Future<@Nullable ParsedRows> readAll() throws InterruptedException {
      try (Pieces all = Pieces.open(name, options, standardInput, memory, this::awaitTurn)) {
        Supplier<ParsedRows> piece = all.next();
        while (piece != null) {
          pieces.put(
              all.isIndependent()
                  ? parsers.submit(piece::get)
                  : CompletableFuture.completedFuture(piece.get()));
          piece = all.next();
        }
        return CompletableFuture.completedFuture(null);
      } catch (IOException | RuntimeException | Error e) {
        // Thrown where the rows are taken.
        return CompletableFuture.failedFuture(e);
      }
    }

    private void awaitTurn() throws InterruptedIOException {
      try {
        turn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("nobody wants the rest");
      }
    }

    @Override
    public @Nullable ParsedRows next() throws IOException {
      try {
        return pieces.take().get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IndexException(name + ": the reading was interrupted", e);
      } catch (ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof IOException failure) {
          throw failure;
        }
        if (cause instanceof RuntimeException failure) {
          throw failure;
        }
        if (cause instanceof Error failure) {
          throw failure;
        }
        throw new IllegalStateException(cause);
      }
    }

    /** The file is closed by who reads it. */
    @Override
    public void close() {}
  }
}

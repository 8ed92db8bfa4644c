package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;
import org.secindex.api.UnsortedInputException;

/** Writes parts of ascending keys at the same time, each into segments of its own. */
final class PartsLoad implements AutoCloseable {
  private final KeyDomain domain;
  private final List<SortedEntries> parts;
  private final Function<ByteBuffer, LayerWriter> writers;
  private final ByteBuffer ownBuffer;
  private final List<LayerWriter> outs = Collections.synchronizedList(new ArrayList<>());

  /** One a thread: there may be many more parts. */
  private final ThreadLocal<ByteBuffer> buffers =
      ThreadLocal.withInitial(() -> Scratch.allocate(SegmentWriter.BUFFER));

  private volatile boolean failed;

  /**
   * @param ownBuffer for a load of one part, which is read by the calling thread
   * @param writers gives each part its own, which this closes
   */
  PartsLoad(
      KeyDomain domain,
      List<SortedEntries> parts,
      ByteBuffer ownBuffer,
      Function<ByteBuffer, LayerWriter> writers) {
    this.domain = domain;
    this.parts = parts;
    this.ownBuffer = ownBuffer;
    this.writers = writers;
  }

  /** The segments of all parts. When this returns or throws, none is being written any more. */
  List<SegmentInfo> run() {
    if (parts.size() == 1) {
      return write(0, ownBuffer);
    }
    int threads = Math.min(parts.size(), Runtime.getRuntime().availableProcessors());
    ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, threads), daemons());
    List<CompletableFuture<List<SegmentInfo>>> results = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      int part = i;
      results.add(CompletableFuture.supplyAsync(() -> write(part, buffers.get()), pool));
    }
    pool.shutdown();
    awaitEnd(pool);
    return inOrder(results(results));
  }

  private static ThreadFactory daemons() {
    return work -> {
      Thread thread = new Thread(work, "secindex-load");
      thread.setDaemon(true);
      return thread;
    };
  }

  private List<SegmentInfo> write(int part, ByteBuffer buffer) {
    LayerWriter out = writers.apply(buffer);
    outs.add(out);
    SortedEntries entries = parts.get(part);
    boolean done = false;
    try {
      EntryBatch batch = new EntryBatch();
      while (!failed && entries.read(batch)) {
        out.addUserKeys(batch);
      }
      List<SegmentInfo> segments = failed ? List.of() : out.finish();
      done = true;
      return segments;
    } finally {
      if (!done) {
        failed = true;
      }
    }
  }

  private static List<List<SegmentInfo>> results(List<CompletableFuture<List<SegmentInfo>>> parts) {
    try {
      return parts.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Waits for all, whatever happens to one of them; an interrupt ends them. */
  private void awaitEnd(ExecutorService pool) {
    boolean interrupted = false;
    for (boolean over = false; !over; ) {
      try {
        over = pool.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        interrupted = true;
        failed = true;
        // Also those that wait for their input.
        pool.shutdownNow();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new IndexException("the load was interrupted");
    }
  }

  private List<SegmentInfo> inOrder(List<List<SegmentInfo>> ofParts) {
    List<SegmentInfo> all = new ArrayList<>();
    for (int part = 0; part < ofParts.size(); part++) {
      for (SegmentInfo segment : ofParts.get(part)) {
        if (!all.isEmpty() && all.get(all.size() - 1).max() >= segment.min()) {
          throw new UnsortedInputException(
              "part "
                  + (part + 1)
                  + " begins with key "
                  + domain.format(domain.toSortOrder(segment.min()))
                  + ", but there is "
                  + domain.format(domain.toSortOrder(all.get(all.size() - 1).max()))
                  + " in a part before it; parts must be in ascending order and apart");
        }
        all.add(segment);
      }
    }
    return all;
  }

  long count() {
    return parts.stream().mapToLong(SortedEntries::count).sum();
  }

  @Override
  public void close() {
    outs.forEach(LayerWriter::close);
  }
}

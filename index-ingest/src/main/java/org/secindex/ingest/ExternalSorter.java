package org.secindex.ingest;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;

/**
 * Sorts any number of rows in bounded memory. Each block of rows is sorted on its own; when the
 * memory is full, half of the blocks are merged to a run in a temporary file while the other half
 * is filled. The runs are merged while they are read. What fits the memory is not written at all,
 * and what came in order is not sorted: blocks, and runs, that follow each other in order are
 * joined.
 *
 * <p>Blocks are sorted and written by a thread in the background, one piece of work after the
 * other; if one fails so do all later ones, and whoever waits for them is told.
 */
final class ExternalSorter implements EntrySorter {
  private static final int RAW_BYTES_PER_ROW = 16;

  private final KeyDomain domain;
  private final SortPlan plan;
  private final Path folder;
  private final DoubleSupplier shareRead;

  private final ExecutorService background =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "secindex-sort");
            thread.setDaemon(true);
            return thread;
          });

  private CompletableFuture<?> work = CompletableFuture.completedFuture("nothing to do");

  private @Nullable SortedBlock open;

  /** Complete blocks in the order of the input, those that are being written, and empty ones. */
  private List<SortedBlock> full = new ArrayList<>();

  private List<SortedBlock> spilling = List.of();
  private final Deque<SortedBlock> empty = new ArrayDeque<>();
  private int blocks;

  private long rows;
  private long lastKey = Long.MIN_VALUE;
  private long firstInversion = -1;
  private long spilledBytes;
  private @Nullable SpillFile spill;

  // What follows is used by one piece of work at a time.

  private List<SpilledRun> runs = new ArrayList<>();
  private @Nullable RadixSort radix;
  private @Nullable SpillWriter writer;

  /**
   * @param folder for a temporary file, which is made when the memory is full
   * @param shareRead which part of the input has been given, 0 .. 1, or NaN if nobody knows
   */
  ExternalSorter(KeyDomain domain, SortPlan plan, Path folder, DoubleSupplier shareRead) {
    this.domain = domain;
    this.plan = plan;
    this.folder = folder;
    this.shareRead = shareRead;
  }

  @Override
  public void add(EntryBatch batch) {
    int taken = 0;
    while (taken < batch.size()) {
      if (open == null) {
        open = emptyBlock();
        open.clear(rows);
      }
      int n = open.take(batch, taken, domain);
      taken += n;
      rows += n;
      if (open.isFull()) {
        complete(open);
        open = null;
      }
    }
  }

  private SortedBlock emptyBlock() {
    if (blocks < plan.blocks()) {
      blocks++;
      return new SortedBlock(plan.blockRows());
    }
    if (empty.isEmpty()) {
      if (spilling.isEmpty()) {
        int half = full.size() / 2;
        List<SortedBlock> rest = full.subList(half, full.size());
        full = full.subList(0, half);
        spill();
        full = rest;
      }
      await(work);
      empty.addAll(spilling);
      spill();
    }
    return empty.remove();
  }

  private void complete(SortedBlock block) {
    noteInversion(block);
    work = work.thenRunAsync(() -> sort(block), background);
    full.add(block);
  }

  private void noteInversion(SortedBlock block) {
    if (firstInversion < 0) {
      if (block.keys[0] < lastKey) {
        firstInversion = block.row(0);
      } else if (block.firstInversion() >= 0) {
        firstInversion = block.row(block.firstInversion());
      }
      lastKey = block.keys[block.size - 1];
    }
  }

  private void sort(SortedBlock block) {
    if (radix == null) {
      radix = new RadixSort(plan.blockRows());
    }
    block.sort(radix);
  }

  /** Begins to write the full blocks to disk. */
  private void spill() {
    SpillFile file = spill == null ? new SpillFile(folder) : spill;
    spill = file;
    file.requireRoom(roomNeeded(file));
    List<SortedBlock> blocks = full;
    spilling = blocks;
    full = new ArrayList<>();
    work = work.thenRunAsync(() -> write(MemoryRun.of(blocks), file, runs), background);
  }

  /** Room for the full blocks, and for all to come if they are like those before. */
  private long roomNeeded(SpillFile file) {
    long now = (long) full.size() * plan.blockRows() * RAW_BYTES_PER_ROW;
    double share = shareRead.getAsDouble();
    double toCome = share > 0 && share < 1 ? file.size() * (1 / share - 1) : 0;
    return Math.max(now, (long) toCome);
  }

  private void write(List<SortedRun> sources, SpillFile file, List<SpilledRun> into) {
    if (writer == null) {
      writer = new SpillWriter(domain, plan.spillRows());
    }
    SpilledRun run = writer.write(new MergedRuns(domain, sources), file);
    spilledBytes += run.end() - run.start();
    int last = into.size() - 1;
    if (last >= 0 && into.get(last).isFollowedBy(run)) {
      into.set(last, into.get(last).joinedTo(run));
    } else {
      into.add(run);
    }
  }

  @Override
  public SortedRows finish() {
    if (open != null) {
      complete(open);
      open = null;
    }
    if (spill == null) {
      await(work);
      List<SortedBlock> all = full;
      return () -> new MergedRuns(domain, MemoryRun.of(all));
    }
    if (!full.isEmpty()) {
      spill();
    }
    await(work);
    // What reading takes comes in the place of the blocks.
    spilling = List.of();
    empty.clear();
    while (runs.size() > plan.fanIn()) {
      mergeToFewer(spill);
    }
    writer = null;
    return () -> new MergedRuns(domain, open(runs));
  }

  /** Merges as many runs as can be read at once, and the next ones, to another file. */
  private void mergeToFewer(SpillFile from) {
    SpillFile to = new SpillFile(folder);
    spill = to;
    try (from) {
      to.requireRoom(from.size());
      List<SpilledRun> fewer = new ArrayList<>();
      for (int start = 0; start < runs.size(); start += plan.fanIn()) {
        int end = Math.min(runs.size(), start + plan.fanIn());
        write(open(runs.subList(start, end)), to, fewer);
      }
      runs = fewer;
    }
  }

  private List<SortedRun> open(List<SpilledRun> runs) {
    byte[] buffer = new byte[BlockCodec.bufferBytes(plan.spillRows())];
    List<SortedRun> open = new ArrayList<>();
    runs.forEach(run -> open.add(run.open(plan.spillRows(), buffer)));
    return open;
  }

  private static void await(CompletableFuture<?> work) {
    try {
      work.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw e;
    }
  }

  @Override
  public OptionalLong firstInversion() {
    return firstInversion < 0 ? OptionalLong.empty() : OptionalLong.of(firstInversion);
  }

  @Override
  public boolean isOnDisk() {
    return spill != null;
  }

  @Override
  public long spilledBytes() {
    return spilledBytes;
  }

  @Override
  public void close() {
    background.shutdownNow();
    full = List.of();
    spilling = List.of();
    empty.clear();
    if (spill != null) {
      // Work that still writes to it ends with that, and is not waited for by anybody.
      spill.close();
    }
  }
}

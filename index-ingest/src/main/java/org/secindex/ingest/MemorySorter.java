package org.secindex.ingest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;

/**
 * Sorts in memory: each block of rows is sorted on its own as soon as it is full; blocks that
 * follow each other in order are joined to runs, and the runs are merged while they are read. A
 * sorted input is one run.
 */
final class MemorySorter implements EntrySorter {
  private final KeyDomain domain;
  private final long memoryBytes;
  private final List<List<SortedBlock>> runs = new ArrayList<>();
  private @Nullable RadixSort radix;
  private @Nullable SortedBlock open;
  private long rows;
  private long blocks;
  private boolean inOrder = true;

  MemorySorter(KeyDomain domain, long memoryBytes) {
    this.domain = domain;
    this.memoryBytes = memoryBytes;
  }

  @Override
  public void add(EntryBatch batch) {
    int taken = 0;
    while (taken < batch.size()) {
      if (open == null) {
        open = newBlock();
      }
      int n = open.take(batch, taken, domain);
      taken += n;
      rows += n;
      if (open.size == SortedBlock.CAPACITY) {
        complete(open);
        open = null;
      }
    }
  }

  private SortedBlock newBlock() {
    // The first block always fits: IngestOptions asks for no less.
    if (blocks > 0 && (blocks + 1) * SortedBlock.BYTES > memoryBytes) {
      throw new IndexException(
          "the input does not fit the memory for sorting: "
              + (memoryBytes >> 20)
              + " MiB are used after "
              + rows
              + " rows; raise the limit (--memory), at about 18 bytes a row, or load a part and"
              + " update with the rest");
    }
    blocks++;
    return new SortedBlock(rows);
  }

  private void complete(SortedBlock block) {
    if (!block.isAscending()) {
      inOrder = false;
      if (radix == null) {
        radix = new RadixSort();
      }
      block.sort(radix);
    }
    List<SortedBlock> last = runs.isEmpty() ? List.of() : runs.get(runs.size() - 1);
    if (!last.isEmpty() && last.get(last.size() - 1).last() <= block.first()) {
      last.add(block);
    } else {
      inOrder &= runs.isEmpty();
      List<SortedBlock> run = new ArrayList<>();
      run.add(block);
      runs.add(run);
    }
  }

  @Override
  public SortedRows finish() {
    if (open != null) {
      complete(open);
      open = null;
    }
    radix = null;
    return () -> new MergedRuns(domain, runs);
  }

  @Override
  public boolean inOrder() {
    return inOrder;
  }

  @Override
  public void close() {
    runs.clear();
    open = null;
  }
}

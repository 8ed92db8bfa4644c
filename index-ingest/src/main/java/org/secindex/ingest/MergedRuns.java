package org.secindex.ingest;

import java.util.List;
import org.secindex.api.KeyDomain;

/**
 * Merges sorted runs. The runs stand in a binary heap by their next key; runs with equal keys in
 * the order of the input.
 */
final class MergedRuns implements EntrySorter.RowCursor {
  private final KeyDomain domain;
  private final List<List<SortedBlock>> runs;

  /** The heap: next keys, and the runs that they belong to. */
  private final long[] heapKeys;

  private final int[] heapRuns;
  private int heapSize;

  /** Of each run: its current block, the number of that block, and the position of the next key. */
  private final SortedBlock[] blocks;

  private final int[] blockNumbers;
  private final int[] positions;

  private SortedBlock currentBlock;
  private int currentPosition;
  private boolean started;

  MergedRuns(KeyDomain domain, List<List<SortedBlock>> runs) {
    this.domain = domain;
    this.runs = runs;
    int n = runs.size();
    heapKeys = new long[n];
    heapRuns = new int[n];
    blocks = new SortedBlock[n];
    blockNumbers = new int[n];
    positions = new int[n];
    for (int run = 0; run < n; run++) {
      blocks[run] = runs.get(run).get(0);
    }
    for (int run = n - 1; run >= 0; run--) {
      heapKeys[run] = blocks[run].first();
      heapRuns[run] = run;
    }
    heapSize = n;
    for (int i = n / 2 - 1; i >= 0; i--) {
      siftDown(i, heapKeys[i], heapRuns[i]);
    }
    currentBlock = n == 0 ? new SortedBlock(0) : blocks[0];
  }

  @Override
  public boolean next() {
    if (started) {
      advance();
    }
    started = true;
    if (heapSize == 0) {
      return false;
    }
    int run = heapRuns[0];
    currentBlock = blocks[run];
    currentPosition = positions[run];
    return true;
  }

  /** Takes the current row off the run on top of the heap. */
  private void advance() {
    if (heapSize == 0) {
      return;
    }
    int run = heapRuns[0];
    if (++positions[run] == blocks[run].size) {
      List<SortedBlock> all = runs.get(run);
      if (++blockNumbers[run] == all.size()) {
        heapSize--;
        if (heapSize > 0) {
          siftDown(0, heapKeys[heapSize], heapRuns[heapSize]);
        }
        return;
      }
      blocks[run] = all.get(blockNumbers[run]);
      positions[run] = 0;
    }
    siftDown(0, blocks[run].keys[positions[run]], run);
  }

  private void siftDown(int hole, long key, int run) {
    while (true) {
      int child = 2 * hole + 1;
      if (child >= heapSize) {
        break;
      }
      if (child + 1 < heapSize && precedes(child + 1, heapKeys[child], heapRuns[child])) {
        child++;
      }
      if (!precedes(child, key, run)) {
        break;
      }
      heapKeys[hole] = heapKeys[child];
      heapRuns[hole] = heapRuns[child];
      hole = child;
    }
    heapKeys[hole] = key;
    heapRuns[hole] = run;
  }

  private boolean precedes(int slot, long key, int run) {
    return heapKeys[slot] < key || (heapKeys[slot] == key && heapRuns[slot] < run);
  }

  @Override
  public long key() {
    return domain.toSortOrder(currentBlock.keys[currentPosition]);
  }

  @Override
  public int chunkId() {
    return currentBlock.chunkIds[currentPosition];
  }

  @Override
  public int subChunkId() {
    return currentBlock.subChunkIds[currentPosition];
  }

  @Override
  public long row() {
    return currentBlock.row(currentPosition);
  }
}

package org.secindex.ingest;

import java.util.List;
import org.secindex.api.KeyDomain;

/**
 * Merges sorted runs. The runs stand in a binary heap by their next key; runs with equal keys in
 * the order of the input.
 */
final class MergedRuns implements EntrySorter.RowCursor {
  private final KeyDomain domain;
  private final SortedRun[] runs;

  /** The heap: next keys, and the runs that they belong to. */
  private final long[] heapKeys;

  private final int[] heapRuns;
  private int heapSize;

  /** Of each run: the keys of its stretch, the position of the next one, and the end. */
  private final long[][] keys;

  private final int[] positions;
  private final int[] ends;

  private int current;
  private int position;
  private boolean started;

  /** The runs in the order of the input, each at its start. */
  MergedRuns(KeyDomain domain, List<SortedRun> runs) {
    this.domain = domain;
    int n = runs.size();
    this.runs = runs.toArray(new SortedRun[0]);
    heapKeys = new long[n];
    heapRuns = new int[n];
    keys = new long[n][];
    positions = new int[n];
    ends = new int[n];
    for (int run = 0; run < n; run++) {
      if (advance(run)) {
        heapKeys[heapSize] = keys[run][positions[run]];
        heapRuns[heapSize++] = run;
      }
    }
    for (int i = heapSize / 2 - 1; i >= 0; i--) {
      siftDown(i, heapKeys[i], heapRuns[i]);
    }
  }

  private boolean advance(int run) {
    if (!runs[run].advance()) {
      return false;
    }
    keys[run] = runs[run].keys();
    positions[run] = runs[run].start();
    ends[run] = runs[run].end();
    return true;
  }

  @Override
  public boolean next() {
    if (started && heapSize > 0) {
      pop();
    }
    started = true;
    if (heapSize == 0) {
      return false;
    }
    current = heapRuns[0];
    position = positions[current];
    return true;
  }

  /** Takes the current row off the run on top of the heap. */
  private void pop() {
    int run = heapRuns[0];
    if (++positions[run] < ends[run] || advance(run)) {
      siftDown(0, keys[run][positions[run]], run);
    } else if (--heapSize > 0) {
      siftDown(0, heapKeys[heapSize], heapRuns[heapSize]);
    }
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
    return domain.toSortOrder(keys[current][position]);
  }

  @Override
  public int chunkId() {
    return runs[current].chunkIds()[position];
  }

  @Override
  public int subChunkId() {
    return runs[current].subChunkIds()[position];
  }

  @Override
  public long row() {
    return runs[current].row(position);
  }
}

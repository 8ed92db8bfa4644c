package org.secindex.ingest;

import java.util.ArrayList;
import java.util.List;

/** Stretches of blocks in memory that follow each other in order. */
final class MemoryRun implements SortedRun {
  private record Stretch(SortedBlock block, int start, int end) {
    boolean isFollowedBy(Stretch next) {
      return block.keys[end - 1] <= next.block.keys[next.start];
    }
  }

  private final List<Stretch> stretches;
  private int next;
  private Stretch current;

  private MemoryRun(List<Stretch> stretches) {
    this.stretches = stretches;
    current = stretches.get(0);
  }

  /** The runs of these blocks, in the order of the input. */
  static List<SortedRun> of(List<SortedBlock> blocks) {
    List<List<Stretch>> runs = new ArrayList<>();
    List<Stretch> last = List.of();
    for (SortedBlock block : blocks) {
      for (int i = 0; i < block.stretches(); i++) {
        Stretch stretch = new Stretch(block, block.start(i), block.end(i));
        if (last.isEmpty() || !last.get(last.size() - 1).isFollowedBy(stretch)) {
          last = new ArrayList<>();
          runs.add(last);
        }
        last.add(stretch);
      }
    }
    List<SortedRun> all = new ArrayList<>();
    runs.forEach(run -> all.add(new MemoryRun(run)));
    return all;
  }

  @Override
  public boolean advance() {
    if (next == stretches.size()) {
      return false;
    }
    current = stretches.get(next++);
    return true;
  }

  @Override
  public long[] keys() {
    return current.block.keys;
  }

  @Override
  public int[] chunkIds() {
    return current.block.chunkIds;
  }

  @Override
  public int[] subChunkIds() {
    return current.block.subChunkIds;
  }

  @Override
  public int start() {
    return current.start;
  }

  @Override
  public int end() {
    return current.end;
  }

  @Override
  public long row(int position) {
    return current.block.row(position);
  }
}

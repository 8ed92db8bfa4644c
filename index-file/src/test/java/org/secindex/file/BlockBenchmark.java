package org.secindex.file;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.secindex.api.Durability;
import org.secindex.testkit.Catalogue;

/** The parts of a look-up: to find and read the block, and to check it and find the key in it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init")
public class BlockBenchmark {
  private static final int QUESTIONS = 1 << 18;

  /** So few that their blocks stay in the cache of the processor, as after a read. */
  private static final int DECODED = 1 << 10;

  @Param("")
  public String directory;

  @Param("AUTO")
  public ReadMode mode;

  @Param("lsst")
  public String keys;

  @Param("10000000")
  public long entries;

  private View view;
  private long[] questions;
  private ByteBuffer buffer;
  private ByteBuffer blocks;
  private final int[] starts = new int[DECODED + 1];
  private final Block block = new Block();
  private int next;

  @Setup
  public void open() {
    LocalSegmentStore store = new LocalSegmentStore(Path.of(directory), Durability.RELAXED, mode);
    view = View.open(store, new Manifests(store).newest().orElseThrow());
    Catalogue catalogue = Catalogue.of(keys, entries);
    questions =
        new SplittableRandom(2)
            .longs(QUESTIONS, 0, entries)
            .map(catalogue::key)
            .map(catalogue.domain()::toSortOrder)
            .toArray();
    buffer = Scratch.allocate(Block.MAX_LENGTH + Block.SLACK);
    blocks = Scratch.allocate(DECODED * Block.MAX_LENGTH + Block.SLACK);
    for (int i = 0; i < DECODED; i++) {
      starts[i + 1] = starts[i] + read(questions[i], blocks.clear().position(starts[i]));
    }
  }

  @TearDown
  public void close() {
    view.release();
  }

  private Segment segmentOf(long key) {
    Segment segment = view.layers()[0].segmentOf(key);
    if (segment == null) {
      throw new AssertionError("no segment covers key " + key);
    }
    return segment;
  }

  /** Reads the block that may hold the key, and returns its length. */
  private int read(long key, ByteBuffer into) {
    Segment segment = segmentOf(key);
    int number = segment.fences().blockOf(key);
    int length = segment.fences().length(number);
    segment.file().read(segment.fences().offset(number), into.limit(into.position() + length));
    return length;
  }

  @Benchmark
  public int read() {
    return read(questions[next++ & (QUESTIONS - 1)], buffer.clear());
  }

  @Benchmark
  public long decode() {
    int i = next++ & (DECODED - 1);
    block.open(blocks, starts[i], starts[i + 1] - starts[i], "", 0);
    long found = block.find(questions[i]);
    if (found < 0) {
      throw new AssertionError("key " + questions[i] + " not found");
    }
    return found;
  }
}

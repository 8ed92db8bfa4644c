package org.secindex.file.evidence;

import java.io.File;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.secindex.api.EntryBatch;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/**
 * Loads sorted entries that lie in memory. Both stores leave the writing to disk to the system. One
 * operation is the whole load; the last one of each store stays, for the other benchmarks.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init")
public class LoadBenchmark {
  @Param("lsst")
  public String keys;

  @Param("10000000")
  public long entries;

  private Place place;
  private EntryBatch rows;

  @Setup
  public void generate() {
    place = Place.of(keys, entries);
    rows = new EntryBatch(Math.toIntExact(entries));
    place.catalogue().entries().read(rows);
  }

  @Setup(Level.Invocation)
  public void makeRoom(BenchmarkParams benchmark) {
    if (!benchmark.getBenchmark().endsWith("lmdbLoad")) {
      place.drop();
      return;
    }
    File[] files = place.lmdb().toFile().listFiles();
    for (File file : files == null ? new File[0] : files) {
      if (!file.delete()) {
        throw new IllegalStateException("cannot delete " + file);
      }
    }
  }

  private SortedEntries source() {
    return SortedEntries.of(place.catalogue().domain(), rows.keys, rows.chunkIds, rows.subChunkIds);
  }

  @Benchmark
  public long load() {
    try (SecondaryIndex index = place.create("durability=relaxed")) {
      return index.load(source());
    }
  }

  @Benchmark
  public void lmdbLoad() {
    try (Lmdb lmdb = Lmdb.open(place.lmdb())) {
      lmdb.load(source());
    }
  }
}

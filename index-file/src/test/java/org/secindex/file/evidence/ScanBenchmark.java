package org.secindex.file.evidence;

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
import org.secindex.api.Access;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;

/** Reads all entries in order, everything in memory, one thread. One operation is a whole scan. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init")
public class ScanBenchmark {
  @Param("lsst")
  public String keys;

  @Param("10000000")
  public long entries;

  private SecondaryIndex index;
  private Lmdb lmdb;
  private Lmdb.Reader reader;

  @Setup
  public void open() {
    Place place = Place.of(keys, entries);
    index = place.open(Access.READ, "");
    lmdb = Lmdb.open(place.lmdb());
    reader = lmdb.reader();
  }

  @TearDown
  public void close() {
    reader.close();
    lmdb.close();
    index.close();
  }

  @Benchmark
  public long scan() {
    long sum = 0;
    long count = 0;
    EntryBatch batch = new EntryBatch();
    try (EntryCursor rows = index.scan(KeyRange.all())) {
      while (rows.read(batch)) {
        for (int i = 0; i < batch.size(); i++) {
          sum += batch.keys[i] ^ ((long) batch.chunkIds[i] << 32 | batch.subChunkIds[i]);
        }
        count += batch.size();
      }
    }
    if (count != entries) {
      throw new AssertionError(count + " entries instead of " + entries);
    }
    return sum;
  }

  @Benchmark
  public long lmdbScan() {
    return reader.scan();
  }
}

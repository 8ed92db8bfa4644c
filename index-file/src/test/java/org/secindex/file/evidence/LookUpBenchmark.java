package org.secindex.file.evidence;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;
import org.secindex.api.Access;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;

/** Look-ups of random keys that are there, everything in memory, one thread. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init")
public class LookUpBenchmark {
  private static final int QUESTIONS = 1 << 18;
  private static final int A_CALL = 1000;

  @Param("lsst")
  public String keys;

  @Param("10000000")
  public long entries;

  /** How the file index reads. */
  @Param("auto")
  public String mode;

  private SecondaryIndex index;
  private Lmdb lmdb;
  private Lmdb.Reader reader;
  private long[] questions;
  private int next;

  /** Opens both, and asks every question once: the answers must be right. */
  @Setup
  public void open() {
    Place place = Place.of(keys, entries);
    questions = place.randomKeys(QUESTIONS, 1);
    index = place.open(Access.READ, "read=" + mode);
    lmdb = Lmdb.open(place.lmdb());
    reader = lmdb.reader();
    Lookup answers = index.findAll(questions);
    for (int i = 0; i < QUESTIONS; i++) {
      long expected = place.locationOf(questions[i]);
      Location found = index.find(questions[i]).orElseThrow();
      boolean right =
          ((long) found.chunkId() << 32 | found.subChunkId()) == expected
              && ((long) answers.chunkId(i) << 32 | answers.subChunkId(i)) == expected
              && reader.find(questions[i]) == expected;
      if (!right) {
        throw new AssertionError("wrong answer for key " + questions[i]);
      }
    }
  }

  @TearDown
  public void close() {
    reader.close();
    lmdb.close();
    index.close();
  }

  private long question() {
    return questions[next++ & (QUESTIONS - 1)];
  }

  private long[] call() {
    int from = next % (QUESTIONS - A_CALL);
    next = from + A_CALL;
    return Arrays.copyOfRange(questions, from, next);
  }

  @Benchmark
  public Optional<Location> find() {
    return index.find(question());
  }

  @Benchmark
  @OperationsPerInvocation(A_CALL)
  public Lookup findAll() {
    return index.findAll(call());
  }

  @Benchmark
  public long lmdbFind() {
    return reader.find(question());
  }

  @Benchmark
  @OperationsPerInvocation(A_CALL)
  public void lmdbFindAll(Blackhole answers) {
    for (long key : call()) {
      answers.consume(reader.find(key));
    }
  }
}

package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.EntrySource;
import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;
import org.secindex.bench.BenchOutcome.Verdict;
import org.secindex.testkit.Catalogue;

/** The bench measured by stores of which it is known what they do. */
class HarnessTest {
  private static final double SECOND_MICROS = 1e6;

  /** How many look-ups a warm-up makes. */
  private static final int WARM_UP = 20_000;

  @TempDir private Path directory;

  private BenchOutcome run(BenchPlan plan) throws IOException {
    return new Bench(plan, "t", new Plans.Recorder()).run();
  }

  private static ResultRow row(BenchOutcome outcome, String backend, String suite) {
    return outcome.rows().stream()
        .filter(r -> r.backend().equals(backend) && r.suite().equals(suite))
        .findFirst()
        .orElseThrow();
  }

  private static Latency latency(ResultRow row) {
    return Objects.requireNonNull(row.latency());
  }

  @Test
  void aStallOfASecondIsSeenByThoseWhoWaitedForIt() throws IOException {
    Faults stall = new Faults(List.of("noop"), 0, Duration.ofSeconds(1), WARM_UP + 1000, 0);
    BenchPlan plan =
        Plans.with(
            directory.resolve("run"),
            false,
            Plans.faulty("noop", stall),
            List.of(1000L),
            Plans.lookups(4000, new Pace(Optional.empty(), 2000)),
            Suite.RUN);
    ResultRow row = row(run(plan), "noop", "run");
    assertThat(row.status()).isEqualTo("ok");
    assertThat(row.operations()).isEqualTo(4000);
    assertThat(row.method()).isEqualTo(new Method("uniform", 0.1, 1, 2000.0));
    Latency intended = Objects.requireNonNull(row.intended());
    assertThat(intended.p999Micros()).isBetween(0.95 * SECOND_MICROS, 3 * SECOND_MICROS);
    // Half of the calls came in the second of the stall.
    assertThat(intended.p75Micros()).isGreaterThan(0.3 * SECOND_MICROS);
    assertThat(latency(row).maxMicros()).as("one call hung").isGreaterThan(0.95 * SECOND_MICROS);
    assertThat(latency(row).p999Micros())
        .as("one call in 4000 hides behind the others")
        .isLessThan(0.5 * SECOND_MICROS);
    assertThat(row.notes()).contains("stalled for 1000 ms").contains("on purpose");
    assertThat(directory.resolve("run/hist"))
        .isDirectoryContaining(f -> f.endsWith("noop-none-run-1000-c1-k1-r1-intended.hlog"));
  }

  @Test
  void whatIsSlowInTheWarmUpEntersNoResult() throws IOException {
    Faults stall = new Faults(List.of("memory"), 0, Duration.ofSeconds(1), 100, 0);
    BenchOutcome outcome =
        run(Plans.of(directory.resolve("run"), Plans.faulty("memory", stall), Suite.RUN));
    assertThat(latency(row(outcome, "memory", "run")).maxMicros()).isLessThan(0.9 * SECOND_MICROS);
    assertThat(row(outcome, "noop", "run").notes()).as("not made worse").doesNotContain("purpose");
  }

  @Test
  void wrongAnswersMakeTheRunInvalid() throws IOException {
    Faults wrong = new Faults(List.of(), 0, Duration.ZERO, 1, 300);
    BenchOutcome outcome =
        run(
            Plans.of(
                directory.resolve("run"),
                Plans.faulty("memory", wrong),
                Suite.RUN,
                Suite.BATCH,
                Suite.SCAN));
    assertThat(outcome.verdict()).isEqualTo(Verdict.INVALID);
    for (String suite : List.of("run", "batch")) {
      assertThat(row(outcome, "memory", suite).status())
          .startsWith("mismatch: key ")
          .contains("instead of");
      assertThat(row(outcome, "memory", suite).checksum())
          .isNotEqualTo(row(outcome, "noop", suite).checksum());
    }
    assertThat(row(outcome, "memory", "scan").status()).isEqualTo("ok");
    assertThat(row(outcome, "noop", "run").status()).isEqualTo("ok");
  }

  @Test
  void slowCallsTakeLongerByTheirShare() {
    Catalogue catalogue = Catalogue.of("stride:10", 10);
    long[] inside = {0};
    EntrySource source =
        into -> {
          long begin = System.nanoTime();
          waitFor(20_000_000);
          inside[0] += System.nanoTime() - begin;
          return false;
        };
    FaultyIndex slow =
        new FaultyIndex(new NoopIndex(catalogue), new Faults(List.of(), 0.5, Duration.ZERO, 1, 0));
    long begin = System.nanoTime();
    assertThat(slow.load(SortedEntries.of(KeyDomain.SIGNED, source))).isZero();
    assertThat((System.nanoTime() - begin) / (double) inside[0]).isGreaterThanOrEqualTo(1.49);
  }

  private static void waitFor(long nanos) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < nanos) {
      LockSupport.parkNanos(nanos / 20);
    }
  }

  @Test
  void aDurationAsksForTheSameKeysAgain() throws IOException {
    BenchPlan plan =
        Plans.with(
            directory.resolve("run"),
            false,
            Stores.of(List.of("memory")),
            List.of(1000L),
            Plans.lookups(50, new Pace(Optional.of(Duration.ofMillis(300)), 0)),
            Suite.RUN,
            Suite.BATCH,
            Suite.MIXED);
    BenchOutcome outcome = run(plan);
    assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE);
    for (String suite : List.of("run", "batch", "mixed")) {
      ResultRow row = row(outcome, "memory", suite);
      assertThat(row.operations()).isGreaterThan(50);
      assertThat(row.found()).isBetween(1L, 50L);
      assertThat(row.wallSeconds()).isBetween(0.3, 30.0);
      assertThat(row.checksum()).as("all keys were asked for").matches("[0-9a-f]{16}");
    }
    assertThat(row(outcome, "memory", "mixed").written()).isPositive();
    assertThat(Files.readAllLines(directory.resolve("run/intervals.csv")))
        .hasSizeGreaterThan(5)
        .anySatisfy(line -> assertThat(line).contains(",memory,local,run,"));
    JsonNode facts = new ObjectMapper().readTree(directory.resolve("run/run.json").toFile());
    assertThat(facts.get("duration_s").asDouble()).isEqualTo(0.3);
  }

  @Test
  void countsGoBeyondInt() {
    Catalogue catalogue = Catalogue.of("stride:10", 10);
    int many = 1_000_000;
    Queries queries = Queries.of(catalogue, many, KeyChoice.usual(1));
    try (Clients clients = new Clients(2, many, new Pace(Optional.of(Duration.ofMillis(300)), 0))) {
      clients.ask(
          new NoopIndex(catalogue),
          queries,
          (index, keys, position, end, answers) -> end,
          new Answers(queries));
      assertThat(clients.done()).isGreaterThan(2L * Integer.MAX_VALUE);
      assertThat(clients.latest().getTotalCount()).isPositive();
      assertThat(clients.intended().getTotalCount()).as("a closed loop").isZero();
    }
  }

  /** The fake of reports.md R40: a plan that a slow store cannot keep. */
  @Test
  void callsThatCouldNotBeMadeInTimeCountWithWhatTheyWaited() {
    Catalogue catalogue = Catalogue.of("stride:10", 10);
    Queries queries = Queries.of(catalogue, 10_000, KeyChoice.usual(1));
    try (Clients clients =
        new Clients(1, 10_000, new Pace(Optional.of(Duration.ofMillis(400)), 1000))) {
      clients.ask(
          new NoopIndex(catalogue),
          queries,
          (index, keys, position, end, answers) -> {
            // Two hundred times slower than they come.
            waitFor(200_000_000);
            return position + 1;
          },
          new Answers(queries));
      assertThat(clients.latest().getTotalCount()).isLessThanOrEqualTo(3);
      assertThat(clients.intended().getTotalCount()).as("all that were due").isBetween(399L, 401L);
      assertThat(clients.intended().getValueAtPercentile(50)).isGreaterThan(100_000_000);
    }
  }

  @Test
  void anAnswerThatChangesIsWrong() {
    Catalogue catalogue = Catalogue.of("stride:10", 10);
    Queries queries = Queries.of(catalogue, 1, new KeyChoice(new Distribution.Uniform(), 0, 1));
    Answers answers = new Answers(queries);
    assertThat(answers.checksum()).as("nothing has been asked").isNull();
    assertThat(answers.wrong(catalogue)).isEmpty();
    long key = queries.key(0);
    answers.found(0, catalogue.chunkId(key), catalogue.subChunkId(key));
    assertThat(answers.wrong(catalogue)).isEmpty();
    answers.found(0, catalogue.chunkId(key), catalogue.subChunkId(key));
    assertThat(answers.wrong(catalogue)).isEmpty();
    answers.absent(0);
    assertThat(answers.wrong(catalogue)).contains("key " + key + " was answered in two ways");
  }
}

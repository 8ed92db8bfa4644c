package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.secindex.api.IndexException;
import org.secindex.bench.Compared.Verdict;
import org.secindex.testkit.Seed;

class BenchComparisonTest {
  private static final List<String> BACKENDS = List.of("file", "rocksdb", "mysql", "xrootd");
  private static final List<String> SUITES =
      List.of("init", "load", "run", "batch", "scan", "update");

  @TempDir private Path directory;
  private SplittableRandom random;

  @BeforeEach
  void seed() {
    random = Seed.forTest("BenchComparisonTest").random();
  }

  /** As repeats of a benchmark scatter: some per cent, and now and then one is much slower. */
  private double noise(double spread) {
    double outlier = random.nextInt(20) == 0 ? 3 * spread * random.nextDouble() : 0;
    return Math.exp(spread * random.nextGaussian() + outlier);
  }

  /** A full run: four backends, six suites, three sizes. */
  private Path run(String name, int repeats, double spread, String slowBackend, double slowdown)
      throws IOException {
    List<ResultRow> rows = new ArrayList<>();
    // What the repeats of a run cannot show: all of it may be somewhat slower or faster.
    double drift = Math.exp(0.01 * random.nextGaussian());
    for (int repeat = 1; repeat <= repeats; repeat++) {
      for (String backend : BACKENDS) {
        for (String suite : SUITES) {
          for (long size = 1_000_000; size <= 10_000_000; size *= 3) {
            double factor = backend.equals(slowBackend) ? slowdown : 1;
            rows.add(
                RowBuilder.of(backend, suite)
                    .run(name)
                    .entries(size)
                    .repeat(repeat)
                    .wall(factor * drift * noise(spread))
                    .row());
          }
        }
      }
    }
    return RunFiles.write(directory.resolve(name), rows);
  }

  private Path run(String name, UnaryOperator<RowBuilder> change) throws IOException {
    List<ResultRow> rows = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      for (String suite : SUITES) {
        rows.add(
            change
                .apply(
                    RowBuilder.of("file", suite).run(name).repeat(repeat).wall(1 + 0.01 * repeat))
                .row());
      }
    }
    return RunFiles.write(directory.resolve(name), rows);
  }

  private static BenchComparison compare(Path base, Path other) throws IOException {
    return BenchComparison.of(base, other, Map.of(), null);
  }

  @ParameterizedTest
  @CsvSource({"5, 0.01", "5, 0.03", "3, 0.02", "10, 0.05", "2, 0.01", "1, 0.03"})
  void theSameRunTwiceIsEqual(int repeats, double spread) throws IOException {
    Path base = run("a", repeats, spread, "", 1);
    BenchComparison again = compare(base, run("b", repeats, spread, "", 1));
    assertThat(again.all()).hasSizeGreaterThan(4 * 6 * 3 * 2);
    assertThat(again.isEqual()).as(again.text()).isTrue();
    assertThat(again.text()).endsWith("verdict: equal\n");
    BenchComparison same = compare(base, base);
    assertThat(same.isEqual()).as(same.text()).isTrue();
    assertThat(same.count(Verdict.EQUAL)).isEqualTo(same.all().size());
  }

  @ParameterizedTest
  @CsvSource({"5, 0.02", "10, 0.03", "3, 0.01"})
  void aBackendSlowerByAFifthIsFound(int repeats, double spread) throws IOException {
    BenchComparison comparison =
        compare(run("a", repeats, spread, "", 1), run("b", repeats, spread, "rocksdb", 1.2));
    assertThat(comparison.isEqual()).isFalse();
    List<Compared> worse =
        comparison.all().stream().filter(c -> c.verdict() == Verdict.WORSE).toList();
    assertThat(worse).as(comparison.text()).isNotEmpty();
    assertThat(worse).allSatisfy(c -> assertThat(c.store()).isEqualTo("rocksdb"));
    assertThat(worse).extracting(c -> c.row().suite()).contains("run", "batch");
    assertThat(comparison.count(Verdict.BETTER)).isZero();
    assertThat(comparison.text())
        .containsPattern("run +rocksdb +1M .* slower\n")
        .endsWith("verdict: different\n");
  }

  @Test
  void fasterIsNoFailure() throws IOException {
    Path slow = run("a", row -> row.wall(1.5));
    Path fast = run("b", row -> row);
    BenchComparison comparison = BenchComparison.of(slow, fast, Map.of(), 10.0);
    assertThat(comparison.count(Verdict.BETTER)).isPositive();
    assertThat(comparison.failures()).isEmpty();
    BenchComparison back = BenchComparison.of(fast, slow, Map.of(), 10.0);
    assertThat(back.failures())
        .anySatisfy(line -> assertThat(line).startsWith("file run, 1M entries: slower by "));
    assertThat(BenchComparison.of(fast, slow, Map.of(), 60.0).failures()).isEmpty();
  }

  @Test
  void whatOneMeasurementCannotTellIsUnclear() throws IOException {
    Path base =
        RunFiles.write(
            directory.resolve("a"), List.of(RowBuilder.of("file", "run").run("a").row()));
    Path other =
        RunFiles.write(
            directory.resolve("b"), List.of(RowBuilder.of("file", "run").run("b").wall(1.2).row()));
    BenchComparison comparison = compare(base, other);
    assertThat(comparison.isEqual()).isTrue();
    assertThat(comparison.count(Verdict.UNCLEAR)).isPositive();
    assertThat(comparison.text()).contains("unclear: too few repeats").contains("--repeat");
  }

  @Test
  void otherCircumstancesAreRefusedInSoManyWords() throws IOException {
    Path base = run("base", row -> row);
    Path relaxed = run("relaxed", row -> row.durability("relaxed"));
    assertThatThrownBy(() -> compare(base, relaxed))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining(base + " and " + relaxed + " cannot be compared: ")
        .hasMessageContaining("durability sync in the one, relaxed in the other");
    assertThatThrownBy(() -> compare(base, run("cold", row -> row.cache("cold"))))
        .hasMessageContaining("cache warm in the one, cold in the other");
    assertThatThrownBy(() -> compare(base, run("lsst", row -> row.keys("lsst"))))
        .hasMessageContaining("keys stride:10 in the one, lsst in the other");
    assertThatThrownBy(
            () ->
                compare(
                    base, run("zipf", row -> row.method(new Method("zipf:0.99", 0.0, 1, null)))))
        .hasMessageContaining("look-ups uniform with 10.0 % misses in the one, zipf:0.99");
  }

  @Test
  void otherMachinesAreFlaggedAndDecideNothing() throws IOException {
    Path base = run("a", row -> row);
    List<ResultRow> rows = RunResults.read(base).rows();
    Path other =
        RunFiles.write(
            directory.resolve("b"), rows, Map.of("cpu", "Atom", "kernel", "7", "jvm", "J9"));
    BenchComparison comparison = compare(base, other);
    assertThat(comparison.text())
        .contains("THE MACHINES DIFFER")
        .contains("not the same: machine: EPYC & Co, 2 cores, 16 MB memory in the one, Atom")
        .contains("not the same: kernel: not known in the one, 7 in the other");
    assertThatThrownBy(comparison::failures)
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("needs runs of one machine");
  }

  @Test
  void aRunWithWrongAnswersIsRefused() throws IOException {
    Path base = run("a", row -> row);
    Path other = run("b", row -> row);
    new RunDirectory(other).writeRun(Map.of("run", "b", "verdict", "invalid"));
    assertThatThrownBy(() -> compare(base, other))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining(other + " is invalid");
  }

  @Test
  void whatFailsInTheOtherRunIsADifference() throws IOException {
    Path base = run("a", row -> row);
    List<ResultRow> rows = new ArrayList<>(RunResults.read(base).rows());
    rows.removeIf(row -> row.suite().equals("run") || row.suite().equals("scan"));
    rows.add(RowBuilder.of("file", "run").status("failed: no disk").row());
    rows.add(RowBuilder.of("lmdb", "run").row());
    BenchComparison comparison =
        BenchComparison.of(base, RunFiles.write(directory.resolve("b"), rows), Map.of(), 10.0);
    String failure = "FAILED in the other run: file run, 1M entries, clients: 1: failed: no disk";
    assertThat(comparison.failures()).containsExactly(failure);
    assertThat(comparison.isEqual()).isFalse();
    assertThat(comparison.markdown())
        .contains("- " + failure)
        .contains("- not compared: file scan, 1M entries, clients: 1: only in the base")
        .contains("- not compared: lmdb run, 1M entries, clients: 1: only in the other run")
        .contains("|---|---|---:|")
        .endsWith("- verdict: different\n");
  }

  @Test
  void nothingInCommonIsRefused() throws IOException {
    Path base = run("a", row -> row);
    Path other = run("b", row -> row.entries(5));
    assertThatThrownBy(() -> compare(base, other))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("nothing in common");
  }

  @Test
  void twoBackendsOfOneRunAreComparedByName() throws IOException {
    List<ResultRow> rows = new ArrayList<>();
    for (int repeat = 1; repeat <= 5; repeat++) {
      double wall = noise(0.02);
      rows.add(RowBuilder.of("file", "run").repeat(repeat).wall(wall).row());
      rows.add(RowBuilder.of("faulty", "run").layout("slow").repeat(repeat).wall(1.2 * wall).row());
    }
    Path run = RunFiles.write(directory.resolve("a"), rows);
    BenchComparison comparison = BenchComparison.of(run, run, Map.of("faulty", "file"), 10.0);
    assertThat(comparison.failures())
        .as(comparison.text())
        .anySatisfy(line -> assertThat(line).startsWith("file run, 1M entries: slower by "));
    assertThat(comparison.fields().get("inOneOnly")).isEqualTo(List.of());
    assertThat(compare(run, run).isEqual()).isTrue();
  }
}

package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;
import org.secindex.bench.BenchOutcome.Verdict;

class BenchTest {
  private static final int SIZE = 3000;

  @TempDir private Path directory;
  private final Plans.Recorder recorder = new Plans.Recorder();

  @ParameterizedTest
  @ValueSource(strings = {"stride:10", "stride:1", "lsst", "gaia", "uniform64"})
  void aRightIndexIsMeasuredInAllSuites(String keys) throws IOException {
    Path out = directory.resolve("run");
    BenchOutcome outcome = new Bench(plan(out, keys, "memory"), "test 1", recorder).run();

    assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(outcome.rows()).extracting(ResultRow::status).containsOnly("ok");
    assertThat(ofBackend(outcome, "none", "memory"))
        .extracting(row -> row.suite() + " " + row.clients() + " " + row.repeat())
        .containsExactly(
            "make-files 1 1",
            "init 1 1",
            "load 1 1",
            "run 1 1",
            "run 3 1",
            "batch 1 1",
            "batch 3 1",
            "scan 1 1",
            "mixed 1 1",
            "mixed 3 1",
            "update 1 1");
    assertThat(ofBackend(outcome, "noop")).as("the bench itself").hasSize(7);
    assertThat(outcome.rows())
        .allSatisfy(
            row -> {
              assertThat(row.wallSeconds()).isPositive();
              assertThat(row.opsPerSecond()).isPositive();
              assertThat(row.serverCpuSeconds()).as("there is no server").isNull();
              assertThat(row.serverRssMb()).isNull();
              assertThat(row.checksum()).matches("[0-9a-f]{16}");
            });
    assertThat(recorder.rows).isEqualTo(outcome.rows());
    assertThat(ResultsCsv.read(out.resolve("results.csv")))
        .extracting(ResultRow::checksum)
        .isEqualTo(outcome.rows().stream().map(ResultRow::checksum).toList());
    assertThat(out.resolve("data")).as("data are taken away").doesNotExist();
    assertThat(checksum(outcome, "init"))
        .isEqualTo(checksum(outcome, "load"))
        .isEqualTo(checksum(outcome, "scan"))
        .isNotEqualTo(checksum(outcome, "update"));
  }

  private static List<ResultRow> ofBackend(BenchOutcome outcome, String... backends) {
    return outcome.rows().stream().filter(r -> List.of(backends).contains(r.backend())).toList();
  }

  private static String checksum(BenchOutcome outcome, String suite) {
    return outcome.rows().stream()
        .filter(row -> row.suite().equals(suite))
        .map(ResultRow::checksum)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "wrong-location, run, found at",
    "finds-absent, run, is not there",
    "misses-present, run, is there",
    "misses-in-batch, batch, is there",
    "loses-entry, init, 2999 entries stored instead of 3000",
    "loses-entry, load, 2999 entries stored instead of 3000",
    "ignores-update, update, 3000 entries stored instead of 4500",
    "skips-in-scan, scan, 2999 entries read",
    "disorder-in-scan, scan, out of order: entry 2: key 0 comes after 10"
  })
  void aWrongIndexMakesTheRunInvalid(String backend, String suite, String words)
      throws IOException {
    BenchOutcome outcome =
        new Bench(plan(directory.resolve("run"), "stride:10", "memory", backend), "t", recorder)
            .run();
    assertThat(outcome.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(outcome.rows())
        .filteredOn(row -> row.backend().equals(backend) && row.suite().equals(suite))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.status()).startsWith("mismatch: ").contains(words));
    assertThat(outcome.rows())
        .filteredOn(row -> row.backend().equals("memory"))
        .extracting(ResultRow::status)
        .containsOnly("ok");
    assertThat(checksums(outcome, backend, suite))
        .as("of what was found, not of what was expected")
        .doesNotContainAnyElementsOf(checksums(outcome, "memory", suite));
    assertThat(Files.readString(directory.resolve("run/report.html"))).contains("INVALID");
  }

  private static List<String> checksums(BenchOutcome outcome, String backend, String suite) {
    return outcome.rows().stream()
        .filter(row -> row.backend().equals(backend) && row.suite().equals(suite))
        .map(ResultRow::checksum)
        .toList();
  }

  @Test
  void aBackendThatFailsCostsOnlyItsOwnFigures() throws IOException {
    BenchOutcome outcome =
        new Bench(
                plan(directory.resolve("run"), "stride:10", "breaks-in-find", "memory"),
                "t",
                recorder)
            .run();
    assertThat(outcome.verdict()).isEqualTo(Verdict.INCOMPLETE);
    for (ResultRow row : outcome.rows()) {
      boolean breaks =
          row.backend().equals("breaks-in-find") && List.of("run", "mixed").contains(row.suite());
      assertThat(row.status()).isEqualTo(breaks ? "failed: connection lost," : "ok");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "breaks-in-load, failed: disk full",
    "memory-in-load, failed: java.lang.OutOfMemoryError: Java heap space"
  })
  void anIndexThatCannotBeFilledFailsInEverySuite(String backend, String status)
      throws IOException {
    BenchOutcome outcome =
        new Bench(plan(directory.resolve("run"), "stride:10", backend, "memory"), "t", recorder)
            .run();
    assertThat(outcome.verdict()).isEqualTo(Verdict.INCOMPLETE);
    assertThat(outcome.rows())
        .filteredOn(row -> row.backend().equals("memory"))
        .hasSize(10)
        .allMatch(ResultRow::isOk);
    assertThat(outcome.rows())
        .filteredOn(row -> row.backend().equals(backend))
        .hasSize(10)
        .allSatisfy(
            row -> {
              assertThat(row.status()).isEqualTo(status);
              assertThat(row.wallSeconds()).isNull();
              assertThat(row.operations()).isNull();
            });
  }

  @Test
  void aMissingBackendIsSkippedWithTheReason() throws IOException {
    Path out = directory.resolve("run");
    BenchOutcome outcome =
        new Bench(plan(out, "stride:10", "rocksdb", "memory"), "t", recorder).run();
    assertThat(outcome.verdict()).isEqualTo(Verdict.INCOMPLETE);
    assertThat(outcome.rows())
        .filteredOn(row -> row.backend().equals("rocksdb"))
        .hasSize(10)
        .allSatisfy(
            row ->
                assertThat(row.status())
                    .startsWith("skipped: no backend for scheme 'rocksdb'")
                    .contains("org.secindex:index-rocksdb"));
    JsonNode run = new ObjectMapper().readTree(out.resolve("run.json").toFile());
    assertThat(run.get("verdict").asText()).isEqualTo("incomplete");
    assertThat(run.get("seed").asLong()).isEqualTo(42);
    assertThat(run.at("/stores/memory/engine").asText()).isEqualTo("java.util.TreeMap");
  }

  @Test
  void theRunDirectoryIsCompleteAndSaysWhereItWasMade() throws IOException {
    Path out = directory.resolve("run");
    new Bench(plan(out, "stride:10", "memory"), "secindex 9", recorder).run();
    try (Stream<Path> files = Files.walk(out)) {
      assertThat(files.filter(Files::isRegularFile).map(f -> out.relativize(f).toString()))
          .containsExactlyInAnyOrder(
              "run.json",
              "env.json",
              "results.csv",
              "intervals.csv",
              "report.html",
              "plots/clients.svg",
              "plots/clients.png",
              "plots/init.svg",
              "plots/init.png",
              "plots/latency.svg",
              "plots/latency.png",
              "plots/load.svg",
              "plots/load.png",
              "plots/run.svg",
              "plots/run.png",
              "plots/scan.svg",
              "plots/scan.png",
              "plots/throughput.svg",
              "plots/throughput.png",
              "plots/update.svg",
              "plots/update.png",
              "hist/memory-local-run-3000-c1-k1-r1.hlog",
              "hist/memory-local-run-3000-c3-k1-r1.hlog",
              "hist/memory-local-batch-3000-c1-k1000-r1.hlog",
              "hist/memory-local-batch-3000-c3-k1000-r1.hlog",
              "hist/memory-local-mixed-3000-c1-k1-r1.hlog",
              "hist/memory-local-mixed-3000-c3-k1-r1.hlog",
              "hist/noop-none-run-3000-c1-k1-r1.hlog",
              "hist/noop-none-run-3000-c3-k1-r1.hlog",
              "hist/noop-none-batch-3000-c1-k1000-r1.hlog",
              "hist/noop-none-batch-3000-c3-k1000-r1.hlog");
    }
    JsonNode environment = new ObjectMapper().readTree(out.resolve("env.json").toFile());
    assertThat(environment.get("program").asText()).isEqualTo("secindex 9");
    assertThat(environment.get("cores_logical").asInt()).isPositive();
    assertThat(environment.get("ram_bytes").asLong()).isGreaterThan(1 << 20);
    assertThat(environment.get("jvm_version").asText()).isNotEmpty();
    assertThat(environment.get("file_system").asText()).isNotEmpty();
    assertThatThrownBy(() -> new Bench(plan(out, "stride:10", "memory"), "t", recorder))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("--out");
  }

  @Test
  void aCancelledRunKeepsWhatWasMeasured() throws IOException {
    Path out = directory.resolve("run");
    Bench[] bench = new Bench[1];
    BenchListener cancelling =
        new BenchListener() {
          @Override
          public void phase(String what) {}

          @Override
          public void progress(long done, long total) {}

          @Override
          public void measured(ResultRow row) {
            if (row.suite().equals("load")) {
              try {
                bench[0].cancel();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            }
          }
        };
    bench[0] = new Bench(plan(out, "stride:10", "memory"), "t", cancelling);
    BenchOutcome outcome = bench[0].run();
    assertThat(outcome.verdict()).isEqualTo(Verdict.INTERRUPTED);
    assertThat(ResultsCsv.read(out.resolve("results.csv")))
        .extracting(ResultRow::suite)
        .containsExactly("make-files", "init", "load");
    assertThat(out.resolve("report.html")).exists();
    assertThat(out.resolve("data")).doesNotExist();
  }

  private static BenchPlan plan(Path out, String keys, String... backends) {
    Stores usual = Stores.of(List.of(backends));
    return new BenchPlan(
        out,
        false,
        new Stores(
            usual.backends(),
            Durability.RELAXED,
            8 << 20,
            usual.mysql(),
            usual.mysqlLayouts(),
            usual.xrootd(),
            usual.xrootdTopologies(),
            Faults.NONE),
        List.of(Suite.values()),
        List.of((long) SIZE),
        keys,
        new Lookups(500, 2500, List.of(1000), List.of(1, 3), KeyChoice.usual(42), Pace.ONCE),
        1,
        false);
  }
}

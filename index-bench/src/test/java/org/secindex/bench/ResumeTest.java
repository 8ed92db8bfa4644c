package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.IndexConfigException;
import org.secindex.bench.BenchOutcome.Verdict;
import org.secindex.testkit.SmallDisk;

class ResumeTest {
  @TempDir private Path directory;
  private final Plans.Recorder recorder = new Plans.Recorder();

  private BenchPlan plan(boolean resume, List<Long> sizes, String... backends) {
    return Plans.with(
        directory.resolve("run"),
        resume,
        Stores.of(List.of(backends)),
        sizes,
        Plans.once(500),
        Suite.INIT,
        Suite.LOAD,
        Suite.RUN);
  }

  private JsonNode run() throws IOException {
    return new ObjectMapper().readTree(directory.resolve("run/run.json").toFile());
  }

  @Test
  void whatWasMeasuredIsKeptAndTheRestIsMeasured() throws IOException {
    BenchOutcome first =
        new Bench(plan(false, List.of(1000L), "memory", "rocksdb"), "t", recorder).run();
    assertThat(first.verdict()).as("there is no rocksdb here").isEqualTo(Verdict.INCOMPLETE);
    // As a run that was killed leaves it.
    Files.createDirectories(directory.resolve("run/data/memory"));
    Files.writeString(directory.resolve("run/data/memory/left"), "behind");
    recorder.rows.clear();

    BenchOutcome second =
        new Bench(plan(true, List.of(1000L, 2000L), "memory"), "t", recorder).run();
    assertThat(second.verdict()).isEqualTo(Verdict.COMPLETE);
    List<ResultRow> kept = first.rows().stream().filter(ResultRow::isOk).toList();
    assertThat(second.rows().subList(0, kept.size()))
        .extracting(r -> r.backend() + " " + r.suite() + " " + r.checksum() + " " + r.run())
        .isEqualTo(
            kept.stream()
                .map(r -> r.backend() + " " + r.suite() + " " + r.checksum() + " " + r.run())
                .toList());
    assertThat(recorder.rows).extracting(ResultRow::entries).containsOnly(2000L);
    assertThat(recorder.rows).hasSize(1 + 2 * 3);
    assertThat(ResultsCsv.read(directory.resolve("run/results.csv"))).hasSize(second.rows().size());
    assertThat(run().get("resumed")).hasSize(1);
    assertThat(run().get("sizes").toString()).isEqualTo("[1000,2000]");
    assertThat(run().get("backends").toString()).isEqualTo("[\"memory\",\"rocksdb\"]");
    assertThat(run().get("run").asText()).isEqualTo(first.rows().get(0).run());
    assertThat(run().at("/stores/memory/engine").asText()).isNotEmpty();
    assertThat(directory.resolve("run/data")).doesNotExist();
    assertThat(directory.resolve("run/results.csv.new")).doesNotExist();
  }

  @Test
  void aRunThatIsCompleteIsLeftAsItIs() throws IOException {
    new Bench(plan(false, List.of(1000L), "memory"), "t", recorder).run();
    String before = Files.readString(directory.resolve("run/results.csv"));
    recorder.rows.clear();
    BenchOutcome again = new Bench(plan(true, List.of(1000L), "memory"), "t", recorder).run();
    assertThat(again.verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(recorder.rows).isEmpty();
    assertThat(Files.readString(directory.resolve("run/results.csv"))).isEqualTo(before);
  }

  @Test
  void aRunOfAnotherKindIsRefusedAndUntouched() throws IOException {
    new Bench(plan(false, List.of(1000L), "memory"), "t", recorder).run();
    assertThat(Bench.seedOf(directory.resolve("run"))).hasValue(7);
    assertThat(Bench.seedOf(directory.resolve("none"))).isEmpty();
    BenchPlan other =
        Plans.with(
            directory.resolve("run"),
            true,
            Stores.of(List.of("memory")),
            List.of(1000L),
            new Lookups(501, 500, List.of(100), List.of(1), KeyChoice.usual(8), Pace.ONCE),
            Suite.RUN);
    assertThatThrownBy(() -> new Bench(other, "t", recorder))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("lookups is 501, but was 500")
        .hasMessageContaining("seed is 8, but was 7");
    assertThat(ResultsCsv.read(directory.resolve("run/results.csv"))).hasSize(7);
  }

  @Test
  void whereThereIsNothingToResumeARunBegins() throws IOException {
    assertThat(new Bench(plan(true, List.of(1000L), "memory"), "t", recorder).run().verdict())
        .isEqualTo(Verdict.COMPLETE);
  }

  @Test
  void filesForWhichThereIsNoRoomCostOnlyTheLoads() throws IOException, InterruptedException {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 400)) {
      BenchPlan plan =
          Plans.with(
              disk.path().resolve("run"),
              false,
              Stores.of(List.of("memory")),
              List.of(300_000L, 1000L),
              Plans.once(500),
              Suite.INIT,
              Suite.LOAD,
              Suite.RUN);
      BenchOutcome outcome = new Bench(plan, "t", recorder).run();
      assertThat(outcome.verdict()).isEqualTo(Verdict.INCOMPLETE);
      for (ResultRow row : outcome.rows()) {
        String expected = "ok";
        if (row.entries() == 300_000 && row.backend().equals("memory")) {
          expected = "skipped: takes up to 24 MB, and the disk has ";
        } else if (row.entries() == 300_000 && !row.suite().matches("init|run")) {
          expected = "failed: ";
        }
        assertThat(row.status()).as(row.backend() + " " + row.suite()).startsWith(expected);
      }
    }
  }

  @Test
  void aForecastNamesEachStoreAndShrinksWithWhatIsMeasured() throws IOException {
    BenchPlan plan = plan(true, List.of(1000L, 2000L), "memory");
    Forecast before = Forecast.of(plan);
    assertThat(before.parts())
        .extracting(p -> p.store() + " " + p.entries() + " " + p.measurements())
        .containsExactly(
            "files 1000 1",
            "noop 1000 3",
            "memory 1000 3",
            "files 2000 1",
            "noop 2000 3",
            "memory 2000 3");
    assertThat(before.seconds()).isPositive();
    assertThat(before.peakBytes()).isPositive();
    assertThat(before.fits()).isTrue();
    assertThat(before.table()).contains("memory", "2k", "on the disk at one time");
    assertThat(directory.resolve("run")).doesNotExist();

    new Bench(plan(false, List.of(1000L), "memory"), "t", recorder).run();
    assertThat(Forecast.of(plan).parts())
        .filteredOn(p -> !p.store().equals("files"))
        .extracting(p -> p.store() + " " + p.entries() + " " + p.measurements() + p.measured())
        .containsExactly("noop 2000 3true", "memory 2000 3true");
  }
}

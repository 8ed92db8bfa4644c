package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Durability;
import org.secindex.bench.BenchOutcome.Verdict;
import org.secindex.bench.TidePlan.Part;

class TideBenchTest {
  @TempDir private Path directory;
  private final List<String> told = new ArrayList<>();

  private TidePlan plan(boolean cold, Part... parts) {
    return new TidePlan(List.of(parts), 10_000, 1_000_000, 1, cold, directory.resolve("run"));
  }

  @Test
  void everyLogIsReadByEveryMethodAndTakenAway() throws IOException {
    TideOutcome outcome = new TideBench(plan(false, Part.values()), "test 1", told::add).run();
    assertThat(outcome.rows())
        .allSatisfy(row -> assertThat(row.status()).isEqualTo("ok"))
        .allSatisfy(row -> assertThat(row.seconds()).isPositive());
    assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE);
    for (TideShape shape : plan(false, Part.ROWS).shapes(Part.ROWS)) {
      List<TideRow> rows =
          outcome.rows().stream()
              .filter(row -> row.part().equals("rows") && row.shape().equals(shape))
              .toList();
      assertThat(rows)
          .extracting(TideRow::method)
          .containsExactly("write", "scan", "index", "read");
      List<TideRow.Found> found =
          rows.stream().flatMap(row -> Stream.ofNullable(row.found())).toList();
      assertThat(found)
          .hasSize(2)
          .allSatisfy(f -> assertThat(f.entries()).isEqualTo(shape.entries()));
      assertThat(found).extracting(TideRow.Found::checksum).containsOnly(found.get(0).checksum());
    }
    assertThat(outcome.rows())
        .filteredOn(row -> row.part().equals("crash"))
        .isNotEmpty()
        .allSatisfy(
            row -> {
              TideRow.Loss loss = Objects.requireNonNull(row.loss());
              assertThat(loss.mostEntries())
                  .as("no complete chunk is lost")
                  .isLessThan(row.shape().entriesPerChunk());
              assertThat(loss.meanEntries()).isPositive();
            });
    Path run = outcome.directory();
    assertThat(TideCsv.read(run.resolve("results.csv"))).hasSameSizeAs(outcome.rows());
    assertThat(run.resolve("report.html")).exists();
    assertThat(run.resolve("data")).as("data are taken away").doesNotExist();
    assertThat(told).anyMatch(line -> line.startsWith("rows: 100 × 1 × 1 MB ("));
  }

  @Test
  void coldFiguresAreMeasuredOrAbsent() throws IOException {
    TideOutcome outcome = new TideBench(plan(true, Part.ROWS), "test 1", told::add).run();
    assertThat(outcome.rows())
        .filteredOn(row -> row.cache().equals("cold"))
        .hasSize(9)
        .allSatisfy(
            row -> {
              if (row.isOk()) {
                assertThat(row.cachedShare()).isLessThan(0.1);
                assertThat(row.effort()).isNotNull();
              } else {
                assertThat(row.status()).startsWith("skipped: ");
                assertThat(row.effort()).as("absent, and not 0").isNull();
              }
            });
  }

  @Test
  void aRunThatIsStoppedKeepsWhatItHas() throws IOException {
    List<TideBench> bench = new ArrayList<>();
    bench.add(
        new TideBench(
            plan(false, Part.ROWS),
            "test 1",
            line -> {
              told.add(line);
              if (told.size() == 2) {
                bench.get(0).cancel();
              }
            }));
    TideOutcome outcome = bench.get(0).run();
    assertThat(outcome.verdict()).isEqualTo(Verdict.INTERRUPTED);
    assertThat(outcome.rows())
        .extracting(TideRow::shape)
        .containsOnly(TideShape.HISTORICAL.get(0).dividedBy(10_000));
    assertThat(outcome.directory().resolve("report.html")).exists();
    assertThat(outcome.directory().resolve("data")).doesNotExist();
  }

  @Test
  void aMethodThatFindsSomethingElseIsAMismatch() throws IOException {
    TideShape shape = new TideShape(3, 10, 20);
    Path file = directory.resolve("log.tide");
    TideLog log = new TideLog(file, shape);
    log.write(Durability.RELAXED, () -> false);
    for (String method : TideFigures.METHODS) {
      assertThat(log.read(method).wrong(log.expected(method))).as(method).isEmpty();
    }
    new TideLog(file, new TideShape(3, 10, 21)).write(Durability.RELAXED, () -> false);
    assertThat(log.read("scan").wrong(log.expected("scan")))
        .hasValueSatisfying(text -> assertThat(text).startsWith("found 30, checksum "));
    assertThat(log.read("index").wrong(log.expected("index"))).isPresent();
    assertThat(Files.size(file)).isEqualTo(log.read("read").count());
  }
}

package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;

class ReportFormatsTest {
  @TempDir private Path directory;

  private Path run(String name, ResultRow... rows) throws IOException {
    return RunFiles.write(directory.resolve(name), List.of(rows));
  }

  private static BenchReport report(Path... directories) throws IOException {
    return BenchReport.open(List.of(directories));
  }

  @Test
  void theColumnsOfTheOldToolAreThereToTheLetter() throws IOException {
    Path run =
        run(
            "run",
            RowBuilder.of("file", "init").wall(0.5).row(),
            RowBuilder.of("file", "run").wall(1.5).row(),
            RowBuilder.of("mysql", "init").layout("single").wall(2).serverCpu(1.25).row(),
            RowBuilder.of("mysql", "run").layout("single").wall(3).serverCpu(1).row(),
            RowBuilder.of("mysql", "run").layout("single").wall(9).clients(4).row(),
            RowBuilder.of("mysql", "run").layout("single").entries(30_000_000).wall(8).row(),
            RowBuilder.of("none", "make-files").wall(7).row());
    assertThat(report(run).historicalCsv().lines())
        .containsExactly(
            "Type, Size (1e6), Init CPU (s), Init Clock (s), Accesses (1e6), Run CPU (s), Run Clock"
                + " (s), Memory (MB), Page fault, Input op",
            "file, 1, 0.45, 0.5, 0.1, 1.35, 1.5, 200.5, 7, 2048",
            "mysql, 1, 3.05, 2, 0.1, 3.7, 3, 501.25, 7, 2048",
            "mysql, 30, , , 0.1, 7.2, 8, 200.5, 7, 2048");
  }

  @Test
  void whatTheOldToolShowsIsTheMedianOfTheRepeats() throws IOException {
    Path run =
        run(
            "run",
            RowBuilder.of("file", "run").repeat(1).wall(9).row(),
            RowBuilder.of("file", "run").repeat(2).wall(2).row(),
            RowBuilder.of("file", "run").repeat(3).wall(3).row());
    assertThat(report(run).historicalCsv().lines())
        .last()
        .isEqualTo("file, 1, , , 0.1, 2.7, 3, 200.5, 7, 2048");
  }

  @Test
  void layoutsAndWhatCannotBeComparedAreTypesOfTheirOwn() throws IOException {
    Path run =
        run(
            "run",
            RowBuilder.of("mysql", "run").layout("single").row(),
            RowBuilder.of("mysql", "run").layout("split").row(),
            RowBuilder.of("mysql", "run").layout("split").cache("cold").row());
    assertThat(report(run).historicalCsv().lines().skip(1).map(line -> line.split(", ", -1)[0]))
        .containsExactly(
            "mysql single (cache warm)", "mysql split (cache warm)", "mysql split (cache cold)");
  }

  @Test
  void csvIsTheFileAndSeveralRunsFollowEachOther() throws IOException {
    Path one = run("one", RowBuilder.of("file", "run").row());
    Path two = run("two", RowBuilder.of("rocksdb", "run").row());
    assertThat(report(one).csv()).isEqualTo(Files.readString(one.resolve("results.csv")));
    assertThat(report(one, two).csv().lines().toList().subList(1, 3))
        .satisfiesExactly(
            line -> assertThat(line).contains(",file,"),
            line -> assertThat(line).contains(",rocksdb,"));
    Path file = two.resolve("results.csv");
    Files.write(file, Files.readAllLines(file).stream().map(line -> line + ",more").toList());
    assertThatThrownBy(() -> report(one, two).csv())
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("two")
        .hasMessageContaining("has other columns than");
  }

  @Test
  void markdownHasAColumnForEachFigureAndHarmlessText() throws IOException {
    Path run =
        run(
            "run",
            RowBuilder.of("file", "run").wall(0.5).row(),
            RowBuilder.of("rocksdb", "run").status("failed: a | b <i>").row());
    assertThat(report(run).markdown().lines())
        .hasSize(4)
        .contains("| run | file | 1M | 1 | 0.500 | 0.450 |  | 200,000 | 5.00 | 10.0 | 4.00 | ok |")
        .anySatisfy(line -> assertThat(line).contains("failed: a \\| b &lt;i>"));
  }

  @Test
  void programsAreToldTheRunsAndAllResults() throws IOException {
    Path run = run("run", RowBuilder.of("file", "run").row());
    Map<String, Object> fields = report(run).fields();
    assertThat(fields).containsOnlyKeys("runs", "results");
    assertThat(fields.get("runs"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .singleElement()
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsKeys("directory", "run", "environment");
    assertThat(fields.get("results")).isEqualTo(report(run).results());
  }

  @Test
  void theOldColumnsMeanNothingForLogs() throws IOException {
    RunDirectory run = RunDirectory.create(directory.resolve("tide"));
    new TideCsv(run.results()).close();
    run.writeRun(Map.of("suites", List.of("tide"), "verdict", "complete", "scale", "1"));
    run.writeEnvironment(Map.of("cpu", "x"));
    BenchReport report = report(run.path());
    assertThatThrownBy(report::historicalCsv)
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("TIDE logs");
    Path stores = run("stores", RowBuilder.of("file", "run").row());
    assertThatThrownBy(() -> report(stores, run.path()))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("TIDE logs");
  }
}

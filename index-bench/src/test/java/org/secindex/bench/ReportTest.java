package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.IndexException;
import org.secindex.bench.BenchOutcome.Verdict;

class ReportTest {
  private static final List<String> SUITES =
      List.of("init", "load", "run", "batch", "scan", "update");

  @TempDir private Path directory;

  private static List<ResultRow> rows(int sizes) {
    List<ResultRow> rows = new ArrayList<>();
    for (int i = 0, size = 1_000_000; i < sizes; i++, size *= 3) {
      for (String suite : SUITES) {
        rows.add(Rows.row("file", suite, size, 0.5 + i, 0.4, null));
        rows.add(Rows.row("mysql", suite, size, 5.0 + i, 0.4, 3.0));
      }
    }
    return rows;
  }

  private Path write(List<ResultRow> rows) throws IOException {
    RunDirectory run = RunDirectory.create(directory.resolve("run"));
    try (ResultsCsv csv = new ResultsCsv(run.results())) {
      for (ResultRow row : rows) {
        csv.append(row);
      }
    }
    run.writeRun(
        Map.of("run", "r<1>", "verdict", "complete", "stores", Map.of("a", Map.of("b", "c"))));
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("cpu", "EPYC & Co");
    environment.put("governor", null);
    environment.put("ram_bytes", 16_000_000);
    run.writeEnvironment(environment);
    return BenchReport.write(run.path()).page();
  }

  @Test
  void indexesBeyondTheCacheOfTheirStoreAreNamed() {
    Findings findings = new Findings(rows(2));
    // An entry of these rows takes four bytes.
    assertThat(findings.beyond(4_000_000)).containsExactly("mysql at 3M entries");
    assertThat(findings.beyond(12_000_000)).isEmpty();
  }

  @Test
  void lessCpuThanATickWasNotNothing() {
    assertThat(Numbers.cpu(0.0)).isEqualTo("<0.01");
    assertThat(Numbers.cpu(0.01)).isEqualTo("0.010");
    assertThat(Numbers.cpu(null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void thePageIsOneSmallFileThatNeedsNoNetwork(int sizes) throws IOException {
    Path page = write(rows(sizes));
    String html = Files.readString(page);
    assertThat(html).doesNotContain("http").doesNotContain("src=").doesNotContain("<link");
    assertThat(Files.size(page)).isLessThan(2 << 20);
    assertThat(html.split("<svg ", -1)).hasSize(1 + 5);
    assertThat(html)
        .contains("r&lt;1&gt;", "EPYC &amp; Co", "stores / a / b", "not known")
        .contains("<b>1M entries</b>", "Filled fastest: file (5.00 µs an entry)")
        .contains("mysql takes 10.0 times as long (50.0)")
        .contains(
            "The largest index took "
                + (sizes == 1 ? "4.00 MB, 25.0 %" : "108 MB, 675 %")
                + " of this machine's memory.");
    assertThat(page.resolveSibling("plots"))
        .isDirectoryContaining(f -> f.toString().endsWith("run.svg"));
    assertThat(Files.readString(page.resolveSibling("plots/run.svg")))
        .startsWith("<?xml")
        .contains("</svg>")
        .doesNotContain("DOCTYPE");
  }

  @Test
  void aRunWithoutAnyFigureHasAPageToo() throws IOException {
    ResultRow.Circumstances nothing =
        new ResultRow.Circumstances("r", "file", "", "init", "lsst", 7, 1, 1, "sync", Method.NONE);
    assertThat(Files.readString(write(List.of(nothing.without("failed: <disk> full")))))
        .contains("failed: &lt;disk&gt; full")
        .doesNotContain("<svg");
  }

  @Test
  void aDirectoryWithoutResultsIsRefused() {
    assertThatThrownBy(() -> BenchReport.write(directory))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("no results.csv");
  }

  @Test
  void theTableFitsAHundredColumnsAndLeavesUnknownFiguresEmpty() {
    List<ResultRow> rows = rows(1);
    rows.add(
        new ResultRow.Circumstances(
                "r", "rocksdb", "", "make-files", "lsst", 300_000_000, 64, 1, "x", Method.NONE)
            .without("skipped: " + "long reason ".repeat(20)));
    String table = ScreenTable.of(rows);
    assertThat(table.lines())
        .hasSize(2 + rows.size())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    assertThat(table.lines().skip(2))
        .anySatisfy(
            line ->
                assertThat(line.replaceAll(" +", " "))
                    .isEqualTo("init 1M 1 file 0.500 0.400 200,000 10.5 20.3 4.00 ok"));
    assertThat(table).contains("...").contains("300M");
  }

  @Test
  void figuresHaveThreeDigits() {
    assertThat(Numbers.of(0.01234)).isEqualTo("0.012");
    assertThat(Numbers.of(1.234)).isEqualTo("1.23");
    assertThat(Numbers.of(12.34)).isEqualTo("12.3");
    assertThat(Numbers.of(1234567.0)).isEqualTo("1,234,567");
    assertThat(Numbers.of((Double) null)).isEmpty();
    assertThat(Numbers.size(1_000_000)).isEqualTo("1M");
    assertThat(Numbers.size(2_500_000_000L)).isEqualTo("2.5G");
    assertThat(Numbers.size(300_000)).isEqualTo("300k");
    assertThat(Numbers.size(1234)).isEqualTo("1234");
    assertThat(Numbers.megabytes(null)).isEmpty();
  }

  @Test
  void ofSeveralRepeatsTheMedianIsShownAndOfSeveralClientsTheFewest() {
    List<ResultRow> rows = new ArrayList<>();
    for (double wall : new double[] {9, 2, 3}) {
      rows.add(Rows.row("file", "run", 10, wall, 1, null));
      rows.add(Rows.row("file", "run", 10, 4, wall / 3, 1, null));
      rows.add(Rows.row("file", "run", 30, 10 * wall, 1, null));
    }
    rows.add(Rows.row("mysql", "run", 10, 7, 1, 1.0));
    rows.add(Rows.row("mysql", "run", 10, 6, 1, 1.0));
    assertThat(Typical.of(rows, "run"))
        .extracting(r -> r.backend() + " " + r.entries() + " " + r.wallSeconds())
        .containsExactly("file 10 3.0", "file 30 30.0", "mysql 10 6.0");
    assertThat(Typical.of(rows, "scan")).isEmpty();
  }

  @Test
  void aRunIsInvalidIfBackendsGiveDifferentAnswers() {
    ResultRow one = Rows.row("file", "run", 10, 1, 1, null);
    ResultRow other = Rows.row("mysql", "run", 10, 1, 1, 1.0);
    assertThat(Verdict.of(List.of(one, other), false)).isEqualTo(Verdict.COMPLETE);
    assertThat(Verdict.of(List.of(one, other), true)).isEqualTo(Verdict.INTERRUPTED);
    ResultRow different = withChecksum(other, "ffffffffffffffff");
    assertThat(Verdict.of(List.of(one, different), false)).isEqualTo(Verdict.INVALID);
    assertThat(Verdict.of(List.of(one, different), true)).isEqualTo(Verdict.INVALID);
  }

  private static ResultRow withChecksum(ResultRow row, String checksum) {
    return new ResultRow(
        row.run(),
        row.backend(),
        row.layout(),
        row.suite(),
        row.keys(),
        row.entries(),
        row.operations(),
        row.clients(),
        row.repeat(),
        row.wallSeconds(),
        row.clientCpuSeconds(),
        row.serverCpuSeconds(),
        row.opsPerSecond(),
        row.clientRssMb(),
        row.serverRssMb(),
        row.diskBytes(),
        row.readBytes(),
        row.writeBytes(),
        row.majorFaults(),
        checksum,
        row.cache(),
        row.durability(),
        row.status(),
        row.method(),
        row.latency(),
        row.intended(),
        row.found(),
        row.written(),
        row.garbage(),
        row.dataPerRam(),
        row.notes());
  }
}

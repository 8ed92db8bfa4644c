package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    return BenchReport.open(List.of(RunFiles.write(directory.resolve("run"), rows)))
        .writeTo(directory.resolve("run"));
  }

  @Test
  void indexesBeyondTheCacheOfTheirStoreAreNamed() {
    Findings findings = new Findings(rows(2), new StoreNames(rows(2)));
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
  @CsvSource({"1, 9, 2", "4, 11, 20"})
  void thePageIsOneSmallFileThatNeedsNoNetwork(int sizes, int figures, int drawings)
      throws IOException {
    Path page = write(rows(sizes));
    String html = Files.readString(page);
    assertThat(html).doesNotContain("http:", "https:", "src=", "<link", "@import", "url(");
    assertThat(html).contains("default-src 'none'");
    assertThat(Files.size(page)).isLessThan(1 << 20);
    assertThat(html.split("<figure ", -1)).hasSize(1 + figures);
    assertThat(html.split("<svg ", -1)).as("two widths of each").hasSize(1 + drawings);
    assertThat(html)
        .contains("r&lt;1&gt;", "EPYC &amp; Co", "stores / a / b", "not known")
        .contains("At <b>1M</b> entries: <b>file</b> was best at filling, loading files,")
        .contains("<td class=\"best\">5.00<small>best</small></td><td>50.0<small>× 10.0</small>")
        .contains(
            "The largest index took "
                + (sizes == 1 ? "4.00 MB, 25.0 %" : "108 MB, 675 %")
                + " of this machine's memory.");
    assertThat(page.resolveSibling("plots/run.png")).isNotEmptyFile();
    assertThat(Files.readString(page.resolveSibling("plots/run.svg")))
        .startsWith("<?xml")
        .contains("</svg>")
        .doesNotContain("DOCTYPE");
  }

  @Test
  void theFiguresOfAChartComeWithItAndCanBeTakenAway() throws IOException {
    String html = Files.readString(write(rows(2)));
    String figure = html.substring(html.indexOf("<figure id=\"init\""));
    figure = figure.substring(0, figure.indexOf("</figure>"));
    assertThat(figure)
        .contains("<th>curve</th><th>entries</th><th>seconds</th>")
        .contains("<td>mysql, CPU</td><td>3M</td><td>3.4</td>")
        .contains("download=\"init.csv\" href=\"data:text/csv;charset=utf-8,curve%2Centries%2C")
        .contains("%22mysql%2C%20CPU%22%2C3M%2C3.4");
  }

  @Test
  void whatCannotBeComparedIsInNoChartTogetherAndThePageSaysSo() throws IOException {
    List<ResultRow> rows = new ArrayList<>(rows(2));
    for (long size : new long[] {1_000_000, 3_000_000}) {
      rows.add(RowBuilder.of("file", "run").entries(size).cache("cold").wall(77).row());
      rows.add(RowBuilder.of("file", "init").entries(size).durability("relaxed").wall(66).row());
    }
    Path page = write(rows);
    String html = Files.readString(page);
    assertThat(html)
        .contains("Not all of this can be compared.")
        .contains("durability sync, cache cold")
        .contains("durability relaxed, cache warm");
    for (String figure : html.split("<figure ", -1)) {
      if (figure.contains("<td>77</td>") || figure.contains("<td>66</td>")) {
        assertThat(figure).doesNotContain("mysql");
        assertThat(figure.substring(figure.indexOf("<h3>"), figure.indexOf("</h3>")))
            .containsPattern("\\(.*(cache cold|durability relaxed).*\\)");
      }
    }
    assertThat(html.split("<td>77</td>", -1).length).isGreaterThan(2);
    assertThat(page.resolveSibling("plots/run-2.svg")).exists();
  }

  @Test
  void runsOfOneMachineAreOneReport() throws IOException {
    Path one = RunFiles.write(directory.resolve("one"), rows(2));
    Path two =
        RunFiles.write(
            directory.resolve("two"),
            List.of(
                RowBuilder.of("rocksdb", "run").run("b").entries(9_000_000).row(),
                RowBuilder.of("rocksdb", "run").run("b").entries(3_000_000).row()));
    BenchReport both = BenchReport.open(List.of(one, two));
    assertThat(Files.readString(both.writeTo(directory.resolve("both"))))
        .contains("data-size=\"size-0\">9M</button>", "data-size=\"size-2\">1M</button>")
        .doesNotContain("Not all of this can be compared");
    Path other =
        RunFiles.write(
            directory.resolve("other"),
            List.of(RowBuilder.of("rocksdb", "run").run("c").entries(9_000_000).row()),
            Map.of("cpu", "Atom"));
    assertThat(BenchReport.open(List.of(one, other)).page())
        .contains("Not all of this can be compared", "on Atom, 2 cores, 16 MB memory");
  }

  @Test
  void whatMustBeKnownOfAFigureAndWhatIsTheBenchsOwnIsSaidAtTheTop() throws IOException {
    String html =
        Files.readString(
            write(
                List.of(
                    RowBuilder.of("mysql", "run").notes("a < b; it was slow").row(),
                    RowBuilder.of("mysql", "scan").notes("it was slow").row(),
                    RowBuilder.of("noop", "run").wall(0.01).row())));
    assertThat(html)
        .contains("<li>a &lt; b: mysql run 1M</li>")
        .contains("<li>it was slow: mysql run 1M, mysql scan 1M</li>")
        .contains("is in all of these figures: single look-ups 0.100 µs a look-up.")
        .doesNotContain("<th>noop</th>");
  }

  @Test
  void whereTheCpuGoesIsTold() throws IOException {
    List<ResultRow> rows =
        List.of(
            RowBuilder.of("xrootd", "run").wall(1).serverCpu(0.6).row(),
            RowBuilder.of("mysql", "run").wall(1).serverCpu(0.1).row());
    Path run = RunFiles.write(directory.resolve("run"), rows);
    RunFiles.processes(run, rows.subList(0, 1), Map.of("xrootd", 0.45, "cmsd", 0.15));
    BenchReport report = BenchReport.open(List.of(run));
    assertThat(report.page())
        .contains("<b>run, xrootd: 15.0 µs of CPU a key</b>")
        .contains("run, xrootd: 15.0 µs of CPU a key, client: 60.0 % of the CPU")
        .contains("xrootd: 30.0 % of the CPU", "cmsd: 10.0 % of the CPU")
        .contains("<b>run, mysql: 10.0 µs of CPU a key</b>", "server: 10.0 % of the CPU");
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

package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.IndexException;

class ResultsCsvTest {
  @TempDir private Path directory;

  @Test
  void theHeaderIsExact() throws IOException {
    Path file = directory.resolve("results.csv");
    new ResultsCsv(file).close();
    assertThat(Files.readString(file))
        .isEqualTo(
            "run,backend,layout,suite,keys,entries,operations,clients,repeat,wall_s,client_cpu_s,server_cpu_s,ops_per_s,p50_us,p99_us,p999_us,client_rss_mb,server_rss_mb,disk_bytes,read_bytes,write_bytes,major_faults,checksum,cache,durability,status,"
                + "queries,miss_share,keys_per_call,rate,found,written,mean_us,p75_us,p90_us,p95_us,"
                + "p9999_us,max_us,intended_mean_us,intended_p50_us,intended_p75_us,intended_p90_us,"
                + "intended_p95_us,intended_p99_us,intended_p999_us,intended_p9999_us,"
                + "intended_max_us,gc_count,gc_s,allocated_bytes,data_per_ram,notes\n");
  }

  @Test
  void whatIsNotKnownIsEmptyAndComesBackSo() throws IOException {
    Path file = directory.resolve("results.csv");
    ResultRow measured = Rows.row("mysql", "run", 1_000_000, 12.5, 2.25, 7.125);
    ResultRow skipped =
        new ResultRow.Circumstances("r", "xrootd", "", "init", "lsst", 7, 1, 1, "sync", Method.NONE)
            .without("skipped: no xrootd, \"none\"");
    try (ResultsCsv csv = new ResultsCsv(file)) {
      csv.append(measured);
      assertThat(Files.readAllLines(file)).as("on disk at once").hasSize(2);
      csv.append(skipped);
    }
    assertThat(Files.readAllLines(file).get(2))
        .isEqualTo(
            "r,xrootd,,init,lsst,7,,1,1,,,,,,,,,,,,,,,,sync,\"skipped: no xrootd, \"\"none\"\"\""
                + ",".repeat(26));
    assertThat(ResultsCsv.read(file)).containsExactly(measured, skipped);
  }

  @Test
  void whatStandsForAnOpenLoopComesBack() throws IOException {
    Path file = directory.resolve("results.csv");
    ResultRow row = Rows.openLoop("mysql", 1_000_000, 500, 1_000_250.5);
    try (ResultsCsv csv = new ResultsCsv(file)) {
      csv.append(row);
    }
    assertThat(ResultsCsv.read(file)).containsExactly(row);
  }

  @Test
  void laterColumnsArePassedOver() throws IOException {
    Path file = directory.resolve("results.csv");
    ResultRow row = Rows.row("mysql", "run", 1_000_000, 12.5, 2.25, 7.125);
    try (ResultsCsv csv = new ResultsCsv(file)) {
      csv.append(row);
    }
    List<String> lines = Files.readAllLines(file);
    Files.writeString(file, lines.get(0) + ",new\n" + lines.get(1) + ",9\n");
    assertThat(ResultsCsv.read(file)).containsExactly(row);
  }

  @Test
  void whatAnEarlierVersionDidNotWriteIsNotKnown() throws IOException {
    Path file = directory.resolve("results.csv");
    String columns = ResultsCsv.HEADER.substring(0, ResultsCsv.HEADER.indexOf(",queries"));
    Files.writeString(
        file, columns + "\nr,file,,run,lsst,7,9,1,1,,,,,1.5,2.5,3.5,,,,,,,,warm,sync,ok\n");
    assertThat(ResultsCsv.read(file))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.p50Micros()).isEqualTo(1.5);
              assertThat(row.latency())
                  .isEqualTo(new Latency(null, 1.5, null, null, null, 2.5, 3.5, null, null));
              assertThat(row.intended()).isNull();
              assertThat(row.garbage()).isEqualTo(Garbage.UNKNOWN);
              assertThat(row.method()).isEqualTo(Method.NONE);
              assertThat(row.notes()).isEmpty();
            });
  }

  @Test
  void whatIsNoResultIsRefusedWithItsLine() throws IOException {
    Path file = Files.writeString(directory.resolve("results.csv"), "a,b\n1,2\n");
    assertThatThrownBy(() -> ResultsCsv.read(file))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("results.csv:1:");
    Files.writeString(
        file, ResultsCsv.HEADER + "\nr,file,,init,lsst,seven,,1,1,,,,,,,,,,,,,,,,sync,ok\n");
    assertThatThrownBy(() -> ResultsCsv.read(file))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("results.csv:2:");
  }
}

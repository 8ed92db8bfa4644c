package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
            "run,backend,layout,suite,keys,entries,operations,clients,repeat,wall_s,client_cpu_s,server_cpu_s,ops_per_s,p50_us,p99_us,p999_us,client_rss_mb,server_rss_mb,disk_bytes,read_bytes,write_bytes,major_faults,checksum,cache,durability,status\n");
  }

  @Test
  void whatIsNotKnownIsEmptyAndComesBackSo() throws IOException {
    Path file = directory.resolve("results.csv");
    ResultRow measured = Rows.row("mysql", "run", 1_000_000, 12.5, 2.25, 7.125);
    ResultRow skipped =
        new ResultRow.Circumstances("r", "xrootd", "", "init", "lsst", 7, 1, 1, "sync")
            .without("skipped: no xrootd, \"none\"");
    try (ResultsCsv csv = new ResultsCsv(file)) {
      csv.append(measured);
      assertThat(Files.readAllLines(file)).as("on disk at once").hasSize(2);
      csv.append(skipped);
    }
    assertThat(Files.readAllLines(file).get(2))
        .isEqualTo(
            "r,xrootd,,init,lsst,7,,1,1,,,,,,,,,,,,,,,,sync,\"skipped: no xrootd, \"\"none\"\"\"");
    assertThat(ResultsCsv.read(file)).containsExactly(measured, skipped);
  }

  @Test
  void laterColumnsArePassedOver() throws IOException {
    Path file = directory.resolve("results.csv");
    Files.writeString(
        file, ResultsCsv.HEADER + ",new\n" + "r,file,,init,lsst,7,,1,1,,,,,,,,,,,,,,,,sync,ok,9\n");
    assertThat(ResultsCsv.read(file)).hasSize(1);
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

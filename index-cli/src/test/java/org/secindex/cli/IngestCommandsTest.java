package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads that do not fit the memory, dry runs, exports. */
class IngestCommandsTest {
  private static final int ROWS = 100_000;

  @TempDir private Path dir;
  private String uri = "";
  private String file = "";

  @BeforeEach
  void writeRows() throws IOException {
    uri = "file:" + dir.resolve("index");
    StringBuilder rows = new StringBuilder("5\t0\t0\n4\t0\t0\n");
    new Random(7)
        .longs(ROWS, 10, Long.MAX_VALUE)
        .forEach(key -> rows.append(key).append('\t').append(key >>> 45).append("\t3\n"));
    file = Files.writeString(dir.resolve("a.tsv"), rows).toString();
  }

  @Test
  void sortsOnDisk() throws IOException {
    Path temp = Files.createDirectory(dir.resolve("temp"));
    Run load = Run.of("load", uri, file, "--memory", "1m", "--temp", temp.toString(), "--json");
    assertThat(load.code()).isZero();
    assertThat(load.err())
        .contains(
            "warning: " + file + ":2: the first row that is out of order; sorting, in " + temp)
        .contains("loaded 100002 entries into")
        .contains("; sorted, from " + file + ":2 on");
    assertThat(load.out())
        .contains("\"firstInversion\":\"" + file + ":2\"")
        .containsPattern("\"spilledBytes\":1\\d{6},");
    assertThat(temp).isEmptyDirectory();
    assertThat(Run.of("verify", uri, "--memory", "1m", "--against", file).code()).isZero();
    Run nowhere = Run.of("update", uri, file, "--memory", "1m", "--temp", dir + "/none");
    assertThat(nowhere.code()).isEqualTo(1);
    assertThat(nowhere.err()).contains("none: no temporary file can be made there", "--temp");
  }

  @Test
  void dryRunWritesNothing() throws IOException {
    Run dry = Run.of("load", uri, file, "--dry-run");
    assertThat(dry.code()).isZero();
    assertThat(dry.err())
        .contains("would load 100002 entries into")
        .containsPattern("estimate: about \\d\\.\\d MB, and 1 s for writing them; by encoding all");
    assertThat(dir.resolve("index")).doesNotExist();
    assertThat(Run.of("load", uri, file).code()).isZero();
    assertThat(dry.err())
        .contains(String.format(Locale.ROOT, "about %.1f MB", bytes("index") / 1e6));
    Run elsewhere = Run.of("load", "rocksdb:" + dir.resolve("none"), file, "--dry-run");
    assertThat(elsewhere.err()).contains("about 0.8 to 1.7 MB", "by 8 to 17 bytes an entry");
    assertThat(dir.resolve("none")).doesNotExist();
    Run full = Run.of("load", uri, file, "--dry-run");
    assertThat(full.code()).isEqualTo(1);
    assertThat(full.err()).contains("has entries already");
    assertThat(Run.of("load", uri, file, "--dry-run", "--replace").code()).isZero();
    assertThat(Run.of("verify", uri, "--against", file).code()).isZero();
  }

  private long bytes(String index) throws IOException {
    try (var files = Files.list(dir.resolve(index))) {
      return files.mapToLong(part -> part.toFile().length()).sum();
    }
  }

  @Test
  void conflictsLeaveWhatStoodThere() throws IOException {
    assertThat(Run.of("load", uri, file).code()).isZero();
    String bad = Files.writeString(dir.resolve("bad.tsv"), "7\t1\t1\n7\t1\t2\n").toString();
    for (String[] command :
        new String[][] {
          {"load", uri, bad, "--replace"},
          {"load", uri, bad, "--replace", "--dry-run"},
          {"update", uri, bad}
        }) {
      Run run = Run.of(command);
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err()).contains("key 7 comes twice: " + bad + ":1");
    }
    assertThat(Run.of("verify", uri, "--against", file).code()).isZero();
    String other = "file:" + dir.resolve("other");
    assertThat(Run.of("load", other, bad).err()).contains("key 7 comes twice: " + bad + ":1");
    assertThat(dir.resolve("other")).doesNotExist();
    assertThat(Run.of("load", other, file).code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"out.tsv", "out.csv.gz", "out.tsv.zst", "out.bin", "out.bin.bz2"})
  void exportsWhatLoadsAgain(String name) throws IOException {
    assertThat(Run.of("load", uri, file).code()).isZero();
    Path out = dir.resolve(name);
    Run scan = Run.of("scan", uri, "--all", "--out", out.toString(), "--json");
    assertThat(scan.code()).isZero();
    assertThat(scan.err()).startsWith("secindex: wrote 100002 entries to " + out);
    assertThat(scan.out()).contains("\"entries\":100002");
    assertThat(Run.of("verify", uri, "--against", out.toString()).code()).isZero();
    Run first = Run.of("scan", uri, "--from", "0", "--to", "5", "--limit", "1", "--out", out + "2");
    assertThat(first.err()).contains("wrote 1 entries");
    assertThat(Path.of(out + "2")).hasContent("4\t0\t0\n");
    assertThat(Run.of("scan", uri, "--all", "--out", dir + "/none/a").code()).isEqualTo(1);
  }
}

package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.testkit.SmallDisk;

/** Loads for which there is no room: where they sort, or where the index is. */
class FullDiskLoadTest {
  private static final int ROWS = 100_000;
  private static final int PAGES = 8192;
  private static final int FREE = 60;

  @TempDir private Path dir;
  private SmallDisk disk;
  private Path ballast;
  private String rows = "";

  @BeforeEach
  void fillDisk() throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder();
    new Random(7)
        .longs(ROWS, 0, Long.MAX_VALUE)
        .forEach(key -> text.append(key).append('\t').append(key >>> 45).append("\t3\n"));
    rows = Files.writeString(dir.resolve("rows.tsv"), text).toString();
    disk = SmallDisk.mount(dir.resolve("disk"), PAGES);
    ballast = disk.leaveFree(FREE);
  }

  @AfterEach
  void unmount() throws IOException {
    disk.close();
  }

  private Run load(String uri) {
    return Run.of("load", uri, rows, "--memory", "1m", "--temp", disk.path().toString());
  }

  @Test
  void noRoomToSort() throws IOException {
    String uri = "file:" + dir.resolve("index");
    Run full = load(uri);
    assertThat(full.code()).isEqualTo(1);
    assertThat(full.err())
        .contains(disk.path() + ": too full for sorting: about 459 kB are needed there")
        .contains("246 kB are free; name another folder (--temp)");
    assertThat(dir.resolve("index")).doesNotExist();
    try (var files = Files.list(disk.path())) {
      assertThat(files).containsExactly(ballast);
    }
    Files.delete(ballast);
    assertThat(load(uri).code()).isZero();
    assertThat(disk.path()).isEmptyDirectory();
  }

  /**
   * There is room for what half of the memory is expected to take, but its numbers are larger: the
   * disk fills in the middle of writing.
   */
  @Test
  void noRoomForTheRestOfWhatIsSorted() throws IOException {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      text.append(random.nextLong()).append('\t').append(random.nextInt() >>> 1);
      text.append('\t').append(random.nextInt() >>> 1).append('\n');
    }
    Files.writeString(Path.of(rows), text);
    Files.delete(ballast);
    ballast = disk.leaveFree(115);
    String uri = "file:" + dir.resolve("index");
    Run full = load(uri);
    assertThat(full.code()).isEqualTo(1);
    assertThat(full.err())
        .contains(disk.path() + ": too full for sorting: at least ")
        .containsPattern(
            "kB more are needed there beyond the 4\\d\\d kB written already, \\d kB are")
        .contains("name another folder (--temp)");
    assertThat(dir.resolve("index")).doesNotExist();
    try (var files = Files.list(disk.path())) {
      assertThat(files).containsExactly(ballast);
    }
    assertThat(Files.getFileStore(disk.path()).getUsableSpace())
        .as("what had been written is free again")
        .isGreaterThanOrEqualTo(114L * SmallDisk.PAGE);
    Files.delete(ballast);
    assertThat(load(uri).code()).isZero();
    assertThat(Run.of("verify", uri, "--against", rows).code()).isZero();
  }

  @Test
  void noRoomForWhatReplaces() throws IOException {
    String uri = "file:" + disk.path().resolve("index");
    String few = Files.writeString(dir.resolve("few.tsv"), "1\t2\t3\n").toString();
    assertThat(Run.of("load", uri, few).code()).isZero();
    Run full = Run.of("load", uri, rows, "--replace");
    assertThat(full.code()).isEqualTo(1);
    assertThat(full.err())
        .contains(uri + " is gone: its old entries were dropped, the new ones are not there; load");
    assertThat(Run.of("get", uri, "1").err()).contains("no index at");
    // Nothing was dropped before what replaces it had been read.
    Files.delete(ballast);
    assertThat(Run.of("load", uri, few, "--replace").code()).isZero();
    Run bad = Run.of("load", uri, rows, dir + "/none", "--replace");
    assertThat(bad.err()).isEqualTo("secindex: " + dir + "/none: no such file\n");
    assertThat(Run.of("get", uri, "1").out()).isEqualTo("1\t2\t3\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void noRoomForTheIndex(String scheme) throws IOException {
    String uri = scheme + ":" + disk.path().resolve("index");
    Run full = Run.of("load", uri, rows);
    assertThat(full.code()).isEqualTo(1);
    assertThat(full.err()).contains(disk.path().toString()).containsIgnoringCase("space");
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.ABSENT);
    Files.delete(ballast);
    Run again = Run.of("load", uri, rows);
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(Run.of("verify", uri, "--against", rows).code()).isZero();
  }
}

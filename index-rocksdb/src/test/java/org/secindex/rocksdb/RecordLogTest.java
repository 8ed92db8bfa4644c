package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;

/** Logs as power cuts leave them, and while they are written: sound, unlike damaged ones. */
class RecordLogTest {
  private static final int FIRST = 5;
  private static final int SECOND = 20_000;
  private static final int PAGE = 4096;

  @TempDir Path directory;
  private Path path = Path.of("");
  private byte[] log = new byte[0];

  /** An index whose two updates are in its log only, as after a kill. */
  @BeforeEach
  void makeIndex() throws IOException {
    Path live = directory.resolve("live");
    path = directory.resolve("i");
    try (SecondaryIndex index = TestIndexes.create(live, KeyDomain.SIGNED)) {
      index.update(TestIndexes.everyTenth(FIRST));
      index.update(TestIndexes.everyTenth(SECOND));
      TestIndexes.copy(live, path);
    }
    log = Files.readAllBytes(log());
  }

  private Path log() throws IOException {
    try (var files = Files.list(path)) {
      return files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow();
    }
  }

  private int entries(Access access) {
    try (SecondaryIndex index = TestIndexes.open(path, access)) {
      assertThat(index.verify().problems()).isEmpty();
      return TestIndexes.keys(index, KeyRange.all()).size();
    }
  }

  @Test
  void aHoleIsTheEnd() throws IOException {
    int[] holes = {1000, PAGE, 8 * PAGE, 8 * PAGE + 20, 20 * PAGE + 333, log.length - 100};
    for (int hole : holes) {
      byte[] cut = log.clone();
      Arrays.fill(cut, hole, Math.min(log.length, (hole / PAGE + 1) * PAGE), (byte) 0);
      Files.write(log(), cut);
      assertThat(entries(Access.READ)).as("hole at %d", hole).isEqualTo(FIRST);
    }
    assertThat(entries(Access.WRITE)).isEqualTo(FIRST);
  }

  @Test
  void theEndMayBeMissing() throws IOException {
    for (int length = log.length - 1; length > 1000; length -= 1 + length / 7) {
      Files.write(log(), Arrays.copyOf(log, length));
      assertThat(entries(Access.READ)).as("%d bytes", length).isEqualTo(FIRST);
    }
    assertThat(entries(Access.WRITE)).isEqualTo(FIRST);
  }

  @Test
  void aLogOfSomeoneElseIsNoneOfOurs() throws IOException {
    Files.writeString(path.resolve("notes.log"), "not ours\n".repeat(10_000));
    assertThat(entries(Access.READ)).isEqualTo(SECOND);
    assertThat(entries(Access.WRITE)).isEqualTo(SECOND);
  }

  @Test
  void damageIsNotTakenForAHole() throws IOException {
    log[PAGE] ^= 1;
    Files.write(log(), log);
    assertThatThrownBy(() -> TestIndexes.open(path, Access.READ))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining(log() + " at offset");
  }

  @Test
  void whatIsWrittenMeanwhileIsNoDamage() throws Exception {
    Path growing = directory.resolve("growing.log");
    Files.createFile(growing);
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try (OutputStream out = Files.newOutputStream(growing)) {
      Future<?> writing =
          writer.submit(
              () -> {
                for (int i = 0; i < log.length; i += 100) {
                  out.write(log, i, Math.min(100, log.length - i));
                }
                return log.length;
              });
      while (!writing.isDone()) {
        assertThat(RecordLog.firstDamage(growing)).isEmpty();
      }
      writing.get();
      assertThat(RecordLog.firstDamage(growing)).isEmpty();
    } finally {
      writer.shutdownNow();
    }
  }
}

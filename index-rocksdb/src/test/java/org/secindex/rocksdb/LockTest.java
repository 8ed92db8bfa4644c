package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.KilledWriter;

/** Who is in the way is named. */
class LockTest {
  @TempDir Path directory;

  @Test
  void anotherProcess() throws Exception {
    try (KilledWriter writer = CrashWriter.start(CrashWork.UPDATE, directory, 1)) {
      writer.awaitBegin(2);
      Path path = directory.resolve("index");
      String holder =
          Files.exists(Path.of("/proc/locks")) ? "in process " + writer.pid() : "another process";
      refused(() -> TestIndexes.open(path, Access.WRITE), holder);
      refused(() -> CrashWork.drop(path), holder);
    }
  }

  @Test
  void thisProcess() {
    Path path = directory.resolve("i");
    try (SecondaryIndex index = TestIndexes.create(path, KeyDomain.SIGNED)) {
      refused(() -> TestIndexes.open(path, Access.WRITE), "in this process");
      refused(() -> CrashWork.drop(path), "in this process");
      index.update(TestIndexes.everyTenth(3));
      // Neither refusal has freed the lock.
      refused(() -> TestIndexes.open(path, Access.WRITE), "in this process");
    }
    TestIndexes.open(path, Access.WRITE).close();
  }

  private static void refused(Runnable call, String holder) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("in use by another writer, " + holder)
        .hasMessageContaining("open for reading");
  }
}

package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.EditedContent;
import org.secindex.testkit.SmallDisk;

class FullDiskTest {
  private static final int PAGES = 1024;
  private static final int PIECES_BEFORE = 4;

  @TempDir Path directory;
  private SmallDisk disk;

  @BeforeEach
  void mount() throws Exception {
    disk = SmallDisk.mount(directory.resolve("disk"), PAGES);
  }

  @AfterEach
  void unmount() throws Exception {
    disk.close();
  }

  @ParameterizedTest
  @EnumSource
  void theDiskIsFullFromSomePageOn(CrashWork work) throws IOException {
    Path prepared = directory.resolve("prepared");
    EditedContent before = EditedContent.empty();
    int piece = PIECES_BEFORE + 1;
    try (SecondaryIndex index = work.open(prepared)) {
      for (int i = 1; !work.beginsAnew() && i < piece; i++) {
        work.apply(index, i);
        before = work.after(before, i);
      }
    }
    EditedContent after = work.after(before, piece);
    int refused = 0;
    boolean completed = false;
    for (int free = 0; !completed; free += 1 + free / 2) {
      Path index = disk.path().resolve("index");
      TestIndexes.copy(prepared, index);
      Path ballast = disk.leaveFree(free);
      String when = work + " with " + free + " pages free";
      completed = completes(work, index, piece);
      Files.delete(ballast);
      CrashMatrixTest.checkEither(index, completed ? after : before, after, when);
      try (SecondaryIndex writer = work.open(index)) {
        work.apply(writer, piece);
        after.assertIn(writer, when + ", repeated");
      }
      assertThat(KillPhase.of(index)).as("%s: left behind", when).isEqualTo(KillPhase.IDLE);
      CrashWork.drop(index);
      refused += completed ? 0 : 1;
    }
    assertThat(refused).as("sizes that were too small for %s", work).isGreaterThan(3);
  }

  private static boolean completes(CrashWork work, Path index, int piece) {
    try (SecondaryIndex writer = work.open(index)) {
      work.apply(writer, piece);
      return true;
    } catch (IndexException e) {
      assertThat(e)
          .hasMessageContaining("No space left on device")
          .hasMessageContaining(index.toString());
      return false;
    }
  }

  /** Dropping it is what one does then. */
  @Test
  void whatFillsTheDiskCanBeDropped() throws IOException {
    Path index = disk.path().resolve("index");
    try (SecondaryIndex writer = CrashWork.LOAD.open(index)) {
      writer.load(EditedContent.full(1).entries());
    }
    disk.leaveFree(0);
    CrashWork.drop(index);
    assertThat(index).doesNotExist();
  }

  @Test
  void aReadOnlyFileSystemIsReadAndNotWritten() throws Exception {
    Path index = disk.path().resolve("index");
    EditedContent content = EditedContent.full(1);
    try (SecondaryIndex writer = CrashWork.LOAD.open(index)) {
      writer.load(content.entries());
    }
    disk.makeReadOnly();
    try (SecondaryIndex reader = TestIndexes.open(index, Access.READ)) {
      content.assertIn(reader, "read-only");
    }
    for (Path path : new Path[] {index, disk.path().resolve("another")}) {
      assertThatThrownBy(() -> CrashWork.LOAD.open(path))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining(path.toString())
          .hasMessageContaining("Read-only file system");
    }
    assertThatThrownBy(() -> CrashWork.drop(index))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("Read-only file system");
    try (SecondaryIndex reader = TestIndexes.open(index, Access.READ)) {
      content.assertIn(reader, "read-only");
    }
  }
}

package org.secindex.file;

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
import org.secindex.api.IndexException;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.EditedContent;
import org.secindex.testkit.SmallDisk;

/** A file system in memory that gets full, or read-only. Mounting it takes root. */
class FullDiskTest {
  private static final int PAGES = 256;
  private static final int PIECES_BEFORE = 8;

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
  void theDiskIsFullFromEachPageOn(CrashWork work) throws IOException {
    Path prepared = directory.resolve("prepared");
    EditedContent before = EditedContent.empty();
    int piece = PIECES_BEFORE + 1;
    try (SecondaryIndex index = CrashWork.open(prepared)) {
      for (int i = 1; !work.beginsAnew() && i < piece; i++) {
        work.apply(index, directory, i);
        before = work.after(before, i);
      }
    }
    EditedContent after = work.after(before, piece);
    int refused = 0;
    for (int free = 0; ; free++) {
      Path index = copy(prepared, disk.path().resolve("index" + free));
      Path ballast = disk.leaveFree(free);
      String when = work + " with " + free + " pages free";
      work.prepare(directory, piece);
      boolean completed = completes(work, index, piece);
      Files.delete(ballast);
      try (SecondaryIndex reader = CrashWork.openToRead(index)) {
        (completed ? after : before).assertIn(reader, when);
      } catch (IndexException e) {
        assertThat(work).as("%s: %s", when, e.getMessage()).isEqualTo(CrashWork.LOAD);
        assertThat(e).hasMessageContaining("BUILDING");
      }
      try (SecondaryIndex writer = CrashWork.open(index)) {
        work.repeat(writer, directory, piece);
        after.assertIn(writer, when + ", repeated");
      }
      try (SegmentStore store = CrashWork.store(index)) {
        Manifest manifest = new Manifests(store).newest().orElseThrow();
        assertThat(KillPhase.named(manifest)).as(when).containsAll(store.list());
        SegmentIndexes.drop(store);
      }
      if (completed) {
        break;
      }
      refused++;
    }
    assertThat(refused).as("sizes that were too small for %s", work).isGreaterThan(3);
  }

  private boolean completes(CrashWork work, Path index, int piece) {
    try (SecondaryIndex writer = CrashWork.open(index)) {
      work.apply(writer, directory, piece);
      return true;
    } catch (IndexException e) {
      assertThat(e)
          .hasMessageContaining("No space left on device")
          .hasMessageContaining(index.toString());
      return false;
    }
  }

  private static Path copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    for (Path file : TamperedFiles.files(from)) {
      Files.copy(file, to.resolve(file.getFileName()));
    }
    return to;
  }

  @Test
  void aReadOnlyFileSystemIsReadAndNotWritten() throws Exception {
    Path index = disk.path().resolve("index");
    EditedContent content = EditedContent.full(1);
    try (SecondaryIndex writer = CrashWork.open(index)) {
      writer.load(content.entries());
    }
    disk.makeReadOnly();
    try (SecondaryIndex reader = CrashWork.openToRead(index)) {
      content.assertIn(reader, "read-only");
    }
    for (Path path : new Path[] {index, disk.path().resolve("another")}) {
      assertThatThrownBy(() -> CrashWork.open(path))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining(path.toString())
          .hasMessageContaining("Read-only file system");
    }
    try (SegmentStore store = CrashWork.store(index)) {
      assertThatThrownBy(() -> SegmentIndexes.drop(store))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("Read-only file system");
    }
    try (SecondaryIndex reader = CrashWork.openToRead(index)) {
      content.assertIn(reader, "read-only");
    }
  }
}

package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.IndexException;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.Servers;

/** A file system in memory that gets full, or read-only. Mounting it takes root. */
class FullDiskTest {
  private static final int PAGE = 4096;
  private static final int PAGES = 256;
  private static final int PIECES_BEFORE = 8;

  @TempDir Path directory;
  private Path disk = Path.of("");

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(directory.resolve("disk"));
    String failure =
        run("mount", "-t", "tmpfs", "-o", "size=" + PAGES * PAGE, "tmpfs", disk.toString());
    Servers.require(
        failure.isEmpty()
            ? Optional.empty()
            : Optional.of("a small tmpfs cannot be mounted (root may): " + failure));
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", disk.toString());
  }

  /** Runs a command; its output if it fails, else nothing. */
  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? "" : command[0] + ": " + output.strip();
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
      Path index = copy(prepared, disk.resolve("index" + free));
      Path ballast = fill(free);
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

  /** Leaves so many pages free. */
  private Path fill(int pages) throws IOException {
    Path ballast = disk.resolve("ballast");
    long free = Files.getFileStore(disk).getUsableSpace() / PAGE;
    Files.write(ballast, new byte[Math.toIntExact(Math.max(0, free - pages) * PAGE)]);
    return ballast;
  }

  @Test
  void aReadOnlyFileSystemIsReadAndNotWritten() throws Exception {
    Path index = disk.resolve("index");
    EditedContent content = EditedContent.full(1);
    try (SecondaryIndex writer = CrashWork.open(index)) {
      writer.load(content.entries());
    }
    assertThat(run("mount", "-o", "remount,ro", disk.toString())).isEmpty();
    try (SecondaryIndex reader = CrashWork.openToRead(index)) {
      content.assertIn(reader, "read-only");
    }
    for (Path path : new Path[] {index, disk.resolve("another")}) {
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

package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.testkit.Servers;

/** A recording goes on when a full disk has room again. Mounting a small one takes root. */
class FullDiskTest {
  private static final int ENTRY_BYTES = 1000;
  private static final int ENTRIES_A_CHUNK = 20;

  @TempDir Path directory;
  private Path disk = Path.of("");

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(directory.resolve("disk"));
    String failure = run("mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", disk.toString());
    Servers.require(
        failure.isEmpty()
            ? Optional.empty()
            : Optional.of("a small tmpfs cannot be mounted (root may): " + failure));
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", disk.toString());
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? "" : command[0] + ": " + output.strip();
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void whatWasTakenIsWrittenOnce(Compression compression) throws IOException {
    Path ballast = Files.write(disk.resolve("ballast"), new byte[200 << 10]);
    Path file = disk.resolve("log.tide");
    List<Long> taken = new ArrayList<>();
    WriteOptions options =
        WriteOptions.DEFAULT.compression(compression).chunkEntries(ENTRIES_A_CHUNK);
    SplittableRandom random = new SplittableRandom(9);
    byte[] payload = new byte[ENTRY_BYTES];
    try (TideWriter writer = TideWriter.create(file, options)) {
      writer.addChannel("/a", "");
      boolean wasFull = false;
      for (long entry = 0; taken.size() < 250; entry++) {
        random.nextBytes(payload);
        long chunks = writer.chunks();
        try {
          writer.write(0, entry, ByteBuffer.wrap(payload));
          taken.add(entry);
        } catch (TideException e) {
          assertThat(e).hasMessageContaining("cannot be written at");
          assertThat(writer.chunks()).isEqualTo(chunks);
          // The entry that completed the chunk is kept; those behind it are not.
          if (!wasFull) {
            taken.add(entry);
          } else if (entry % 3 == 0) {
            Files.deleteIfExists(ballast);
          }
          wasFull = true;
        }
      }
      assertThat(wasFull).isTrue();
    }
    PageReader page = SoundLog.read(file);
    assertThat(page.entries).extracting(Entry::time).isEqualTo(taken);
  }
}

package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.Seed;

/**
 * Kills a recording (-9) at a random instant: every entry of every completed chunk is there after a
 * recovery. {@code -Dsecindex.kills=100} does so a hundred times.
 */
class KillTest {
  private static final int KILLS = Integer.getInteger("secindex.kills", 4);

  private static final List<Compression> COMPRESSIONS =
      List.of(Compression.NONE, Compression.GZIP, Compression.BZIP2);

  @TempDir Path directory;

  @Test
  void everyCompletedChunkSurvives() throws IOException, InterruptedException {
    SplittableRandom random = Seed.forTest("KillTest").random();
    long completed = 0;
    long cut = 0;
    for (int i = 0; i < KILLS; i++) {
      Compression compression = COMPRESSIONS.get(i % COMPRESSIONS.size());
      Path file = directory.resolve("killed.tide");
      long reported = recordAndKill(file, compression, random.nextInt(400));
      Path out = directory.resolve("recovered.tide");
      Recovery recovery = TideRepair.recover(TideSource.open(file), out, true, ReadOptions.DEFAULT);
      List<Entry> entries = SoundLog.read(out).entries;
      assertThat(entries.size()).isGreaterThanOrEqualTo((int) reported);
      for (int entry = 0; entry < entries.size(); entry++) {
        Entry found = entries.get(entry);
        assertThat(found.channel()).isEqualTo(KilledRecording.channelOf(entry));
        assertThat(found.time()).isEqualTo(KilledRecording.timeOf(entry));
        assertThat(found.payload()).isEqualTo(Entry.text(KilledRecording.payloadOf(entry)));
      }
      completed += reported;
      cut += recovery.lostBytes() > 0 ? 1 : 0;
    }
    System.out.println(
        KILLS + " kills: " + completed + " entries of completed chunks, " + cut + " cut blocks");
    assertThat(completed).isPositive();
  }

  /** Returns how many entries the recording said to be complete. */
  private static long recordAndKill(Path file, Compression compression, int millis)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    // Surefire may have put the class path into a jar's manifest; it says here what it really is.
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process =
        new ProcessBuilder(
                java,
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                KilledRecording.class.getName(),
                file.toString(),
                compression.name())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long reported = 0;
    try (BufferedReader output = process.inputReader()) {
      // From its first chunk on, so that it is killed while it writes.
      String line = output.readLine();
      process.waitFor(millis, TimeUnit.MILLISECONDS);
      // Unlike destroyForcibly, this leaves what has been printed to be read.
      process.toHandle().destroyForcibly();
      process.waitFor();
      while (line != null) {
        // The last line may be cut.
        reported = line.isEmpty() ? reported : Math.max(reported, Long.parseLong(line));
        line = output.readLine();
      }
    }
    return reported;
  }
}

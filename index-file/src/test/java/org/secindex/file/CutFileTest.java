package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.Durability;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.Catalogue;

/**
 * A segment file is cut short below an open index that maps it. In a process of its own: what goes
 * wrong here ends the JVM, or shows as an error where nobody expects one.
 */
class CutFileTest {
  private static final Catalogue CATALOGUE = Catalogue.of("uniform64", 100_000);
  private static final FileOptions MAPPED =
      new FileOptions(Durability.RELAXED, FileOptions.defaults().segments(), ReadMode.MAPPED);

  @TempDir Path directory;

  /** Where the error surfaces depends on who runs the code: interpreter, first or last compiler. */
  @ParameterizedTest
  @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:+TieredCompilation"})
  void aCutBelowAMappingIsReportedByTheCallThatMeetsIt(String mode)
      throws IOException, InterruptedException {
    Path index = directory.resolve("index");
    try (SecondaryIndex made = new FileIndexProvider().create(index, CATALOGUE.domain(), MAPPED)) {
      made.load(CATALOGUE.entries());
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", mode, "-cp"));
    // Surefire may have put the class path into a jar's manifest; it says here what it really is.
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    // The interpreter takes long, and needs no time to compile.
    String times = mode.equals("-Xint") ? "2000" : "20000";
    command.addAll(List.of(Asker.class.getName(), index.toString(), times));
    Path log = directory.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    process.destroyForcibly();
    String said = Files.readString(log, StandardCharsets.UTF_8);
    assertThat(ended).as(said).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    assertThat(said).startsWith("right ").contains(", reported ");
  }

  /** Looks keys up before and after it has cut the file, as a caller who knows nothing of that. */
  static final class Asker {
    private final SecondaryIndex index;
    private final SplittableRandom random = new SplittableRandom(1);
    private int right;
    private int reported;

    private Asker(SecondaryIndex index) {
      this.index = index;
    }

    public static void main(String[] args) throws IOException {
      Path directory = Path.of(args[0]);
      int times = Integer.parseInt(args[1]);
      try (SecondaryIndex index = new FileIndexProvider().open(directory, Access.READ, MAPPED)) {
        Asker asker = new Asker(index);
        asker.ask(times);
        if (asker.reported > 0) {
          throw new AssertionError("reported too early");
        }
        Path segment = directory.resolve("segment-2-0");
        try (FileChannel file = FileChannel.open(segment, StandardOpenOption.WRITE)) {
          // Not at the end of a page, so that there is a rest of zeros, too.
          file.truncate(file.size() / 2 + 1000);
        }
        asker.ask(times);
        if (asker.reported == 0 || asker.right < times * 5 / 4) {
          throw new AssertionError(asker.toString());
        }
        System.out.println(asker);
      }
    }

    private void ask(int times) {
      for (int i = 0; i < times; i++) {
        long key = CATALOGUE.key(random.nextLong(CATALOGUE.size()));
        Location expected = new Location(CATALOGUE.chunkId(key), CATALOGUE.subChunkId(key));
        try {
          if (i % 10 > 0) {
            check(index.find(key).orElseThrow(), expected);
          } else {
            Lookup answers = index.findAll(new long[] {key, key + 1});
            check(answers.location(0).orElseThrow(), expected);
          }
          right++;
        } catch (CorruptIndexException e) {
          if (!String.valueOf(e.getMessage()).matches("(?s).*segment-2-0:\\d+: .*")) {
            throw e;
          }
          reported++;
        }
      }
    }

    private static void check(Location found, Location expected) {
      if (!found.equals(expected)) {
        throw new AssertionError(found + " instead of " + expected);
      }
    }

    @Override
    public String toString() {
      return "right " + right + ", reported " + reported;
    }
  }
}

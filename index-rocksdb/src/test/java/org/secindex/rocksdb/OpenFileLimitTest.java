package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.secindex.api.Access;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/**
 * A process that may open few files. {@code -Dsecindex.cycles=5000} opens and closes that often.
 */
class OpenFileLimitTest {
  private static final String CYCLES = "secindex.cycles";
  private static final int LIMIT = 256;
  private static final int FILES = 280;
  private static final int ENTRIES_A_FILE = 100;
  private static final int ENTRIES = FILES * ENTRIES_A_FILE;

  @TempDir Path directory;

  @Test
  void moreTableFilesThanTheProcessMayOpen() throws Exception {
    List<String> output =
        underLimit(Work.class, "-D" + CYCLES + "=" + System.getProperty(CYCLES, "10"));
    assertThat(output).last().asString().matches("sound, \\d+ files");
  }

  @Test
  void whereNoFileCanBeOpenedTheLimitIsNamedAndNothingIsCalledDamaged() throws Exception {
    List<String> output = underLimit(Exhausted.class, "-Xmx128m");
    assertThat(output).hasSize(3);
    assertThat(output)
        .allSatisfy(
            line ->
                assertThat(line)
                    .contains("may hold " + LIMIT + " files open: raise ulimit -n")
                    .doesNotContain("orrupt"));
  }

  private List<String> underLimit(Class<?> main, String option) throws Exception {
    assumeThat(Path.of("/proc/self/fd")).exists();
    ChildJvm child =
        new ChildJvm(
            "ulimit -n " + LIMIT, Map.of(), List.of("-Xmx256m", "-XX:-UsePerfData", option));
    return child.lines(directory, main, directory.resolve("i"));
  }

  /** The keys 0, 10, 20, ..., so few at a time as a file is to hold. */
  private static SortedEntries entries() {
    SortedEntries all = TestIndexes.everyTenth(ENTRIES);
    EntryBatch part = new EntryBatch(ENTRIES_A_FILE);
    return SortedEntries.of(
        KeyDomain.SIGNED,
        into -> {
          into.clear();
          boolean more = all.read(part);
          for (int i = 0; i < part.size(); i++) {
            into.add(part.keys[i], part.chunkIds[i], part.subChunkIds[i]);
          }
          return more;
        });
  }

  /** Takes each batch for a file. */
  private static SecondaryIndex manyFiles(Path path) {
    RocksDbOptions options = RocksDbOptions.defaults();
    TestIndexes.create(path, KeyDomain.SIGNED).close();
    Database database =
        Database.open(new IndexDirectory("rocksdb:" + path, path), Access.WRITE, options);
    return new RocksDbIndex(database, Access.WRITE, options, new WriteSizes(1 << 20, 1, 2));
  }

  /** Runs in the child. */
  static final class Work {
    private Work() {}

    public static void main(String[] args) throws IOException {
      Path path = Path.of(args[0]);
      try (SecondaryIndex index = manyFiles(path)) {
        index.load(entries());
        check(index);
      }
      if (TestIndexes.tableFiles(path).size() < FILES) {
        System.out.println("only " + TestIndexes.tableFiles(path).size() + " files");
      }
      try (SecondaryIndex reader = TestIndexes.open(path, Access.READ)) {
        check(reader);
      }
      for (int i = 0; i < Integer.getInteger(CYCLES); i++) {
        try (SecondaryIndex index = TestIndexes.open(path, Access.WRITE)) {
          index.update(TestIndexes.entries(KeyDomain.SIGNED, 10L * i));
        }
      }
      try (SecondaryIndex index = TestIndexes.open(path, Access.WRITE)) {
        check(index);
        index.compact();
        check(index);
        System.out.println("sound, " + TestIndexes.tableFiles(path).size() + " files");
      }
    }

    private static void check(SecondaryIndex index) {
      for (int i = 0; i < ENTRIES; i++) {
        if (index.find(10L * i).isEmpty()) {
          System.out.println("lost: " + 10L * i);
        }
      }
      if (TestIndexes.keys(index, KeyRange.all()).size() != ENTRIES) {
        System.out.println("a scan lacks entries");
      }
      index.verify().problems().forEach(System.out::println);
    }
  }

  /** Runs in the child: says what each call does where no file can be opened. */
  static final class Exhausted {
    private Exhausted() {}

    public static void main(String[] args) throws IOException {
      Path path = Path.of(args[0]);
      manyFiles(path).close();
      try (SecondaryIndex index = manyFiles(path.resolveSibling("j"))) {
        index.load(entries());
        // Classes are files, too: all that are needed below are to be loaded.
        assertThat(index.verify().problems()).isEmpty();
        TestIndexes.open(path, Access.READ).close();
        RocksDbErrors.of("", "", new RocksDBException(new Status(Status.Code.IOError, null, "")));
        List<FileInputStream> held = exhaust();
        say(() -> TestIndexes.open(path, Access.READ).close());
        say(() -> TestIndexes.open(path, Access.WRITE).close());
        say(() -> System.out.println(index.verify().problems()));
        for (FileInputStream file : held) {
          file.close();
        }
      }
    }

    private static void say(Runnable call) {
      try {
        call.run();
        System.out.println("done");
      } catch (IndexException e) {
        System.out.println(e.getMessage());
      }
    }

    /** Takes all files that the process may still open. */
    @SuppressWarnings("resource") // The caller closes them.
    private static List<FileInputStream> exhaust() {
      List<FileInputStream> held = new ArrayList<>();
      try {
        while (true) {
          held.add(new FileInputStream("/dev/null"));
        }
      } catch (IOException full) {
        return held;
      }
    }
  }
}

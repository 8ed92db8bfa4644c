package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;

/**
 * One bit that is not as it was written, in each part of each file: it is reported with the file's
 * name, by the opening or by verify, or else it changes nothing. No answer is wrong.
 */
class FlippedByteTest {
  private static final int LOADED = 3000;
  private static final int UPDATED = 6;
  private static final int PROBES = 25;

  /** At the end of a table file, after its last block. */
  private static final int FOOTER = 53;

  @TempDir Path directory;
  private Path original = Path.of("");
  private Path damaged = Path.of("");

  /** Entries in a table file, and others that are only in the log yet, as after a kill. */
  @BeforeEach
  void makeIndex() throws IOException {
    Path live = directory.resolve("live");
    original = directory.resolve("original");
    damaged = directory.resolve("damaged");
    try (SecondaryIndex index = TestIndexes.create(live, KeyDomain.SIGNED)) {
      index.load(TestIndexes.everyTenth(LOADED));
      for (int i = 0; i < UPDATED; i++) {
        index.update(TestIndexes.entries(KeyDomain.SIGNED, 1 + 10L * i));
      }
      TestIndexes.copy(live, original);
    }
  }

  private List<Path> files(String pattern) throws IOException {
    try (Stream<Path> files = Files.list(original)) {
      return files.filter(file -> file.getFileName().toString().matches(pattern)).sorted().toList();
    }
  }

  @Test
  void inTableFiles() throws IOException {
    List<Path> tables = files(".*\\.sst");
    assertThat(tables).isNotEmpty();
    for (Path table : tables) {
      int size = Math.toIntExact(Files.size(table));
      int reported = 0;
      for (int position : positions(size - FOOTER)) {
        assertThat(isReported(table, position)).as("%s, byte %d", table, position).isTrue();
        reported++;
      }
      assertThat(reported).isGreaterThanOrEqualTo(PROBES);
      // Some of its bytes only fill it up.
      for (int position = size - FOOTER; position < size; position += 4) {
        isReported(table, position);
      }
      assertThat(isReported(table, size - 1)).isTrue();
    }
  }

  @Test
  void inTheManifestAndWhatNamesIt() throws IOException {
    for (Path file : files("MANIFEST-.*|CURRENT")) {
      int size = Math.toIntExact(Files.size(file));
      // The line's end matters to nobody.
      for (int position : positions(size - 1)) {
        assertThat(isReported(file, position)).as("%s, byte %d", file, position).isTrue();
      }
    }
  }

  @Test
  void inTheLog() throws IOException {
    Path log = files(".*\\.log").get(0);
    for (int position : positions(Math.toIntExact(Files.size(log)))) {
      assertThat(isReported(log, position)).as("%s, byte %d", log, position).isTrue();
    }
  }

  @Test
  void inFilesThatAreNotReadNothingChanges() throws IOException {
    List<Path> files = files("OPTIONS-.*|IDENTITY|LOG.*");
    assertThat(files).hasSizeGreaterThanOrEqualTo(3);
    for (Path file : files) {
      assertThat(isReported(file, Math.toIntExact(Files.size(file) / 2))).isFalse();
    }
  }

  private static List<Integer> positions(int size) {
    List<Integer> positions = new ArrayList<>();
    int step = Math.max(1, size / PROBES);
    for (int position = 0; position < size; position += step) {
      positions.add(position);
    }
    return positions;
  }

  /** Whether damage is reported, which must name the file; if it is not, all must be there. */
  private boolean isReported(Path file, int position) throws IOException {
    TestIndexes.copy(original, damaged);
    Path target = damaged.resolve(file.getFileName());
    byte[] bytes = Files.readAllBytes(target);
    bytes[position] ^= 0x10;
    Files.write(target, bytes);
    try {
      boolean read = isReported(target, Access.READ);
      assertThat(isReported(target, Access.WRITE)).isEqualTo(read);
      return read;
    } finally {
      try (Stream<Path> files = Files.list(damaged)) {
        for (Path each : files.toList()) {
          Files.delete(each);
        }
      }
      Files.delete(damaged);
    }
  }

  private boolean isReported(Path target, Access access) {
    try (SecondaryIndex index = TestIndexes.open(damaged, access)) {
      List<String> problems = index.verify().problems();
      boolean complete = scansCompletely(index, target);
      if (problems.isEmpty()) {
        assertThat(complete).isTrue();
        return false;
      }
      assertThat(problems).anySatisfy(problem -> assertThat(problem).contains(target.toString()));
      return true;
    } catch (CorruptIndexException e) {
      assertThat(e).hasMessageContaining(target.toString());
      return true;
    }
  }

  /** Gives the right rows, all of them or those before the damage. */
  private static boolean scansCompletely(SecondaryIndex index, Path target) {
    int rows = 0;
    try (EntryCursor cursor = index.scan(KeyRange.all())) {
      while (cursor.next()) {
        int tens = rows < 2 * UPDATED ? rows / 2 : rows - UPDATED;
        int ones = rows < 2 * UPDATED ? rows % 2 : 0;
        assertThat(cursor.key()).isEqualTo(10L * tens + ones);
        assertThat(cursor.chunkId()).isEqualTo(ones == 1 ? 0 : tens);
        rows++;
      }
    } catch (CorruptIndexException e) {
      assertThat(e).hasMessageContaining(target.toString());
      return false;
    }
    assertThat(rows).isEqualTo(LOADED + UPDATED);
    return true;
  }
}

package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.rocksdb.TestIndexes.everyTenth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.Verification;

/** Table files that are damaged or lost. */
class DamageTest {
  private static final int ENTRIES = 100_000;

  @TempDir Path directory;
  private Path path = Path.of("");
  private Path table = Path.of("");

  @BeforeEach
  void loadIndex() throws IOException {
    path = directory.resolve("i");
    try (SecondaryIndex index = TestIndexes.create(path, KeyDomain.SIGNED)) {
      index.load(everyTenth(ENTRIES));
    }
    // The other table is that of the metadata.
    for (Path file : TestIndexes.tableFiles(path)) {
      table = Files.size(file) > 100_000 ? file : table;
    }
  }

  private void flipByteAt(double part) throws IOException {
    byte[] bytes = Files.readAllBytes(table);
    bytes[(int) (bytes.length * part)] ^= 0x10;
    Files.write(table, bytes);
  }

  @Test
  void aFlippedByteIsFoundAndNamedAndDoesNotHideTheRest() throws IOException {
    flipByteAt(0.4);
    try (SecondaryIndex index = TestIndexes.open(path, Access.READ)) {
      Verification verification = index.verify();
      assertThat(verification.problems())
          .anySatisfy(
              problem ->
                  assertThat(problem)
                      .startsWith(table.toString())
                      .contains("checksum mismatch")
                      .contains("offset"));

      long lastBefore = -1;
      try (EntryCursor rows = index.scan(KeyRange.all())) {
        while (rows.next()) {
          lastBefore = rows.key();
        }
        throw new AssertionError("the scan skipped the damaged block");
      } catch (CorruptIndexException e) {
        assertThat(e)
            .hasMessageContaining(table.getFileName().toString())
            .hasMessageContaining("after key " + lastBefore);
      }
      assertThat(verification.entries()).isEqualTo(lastBefore / 10 + 1);

      long damaged = lastBefore + 10;
      assertThatThrownBy(() -> index.find(damaged))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining("key " + damaged)
          .hasMessageContaining(table.getFileName().toString());
      assertThatThrownBy(() -> index.findAll(new long[] {10, damaged, 999_990}))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining("key " + damaged);

      assertThat(index.find(10)).isPresent();
      assertThat(index.find(10L * (ENTRIES - 1))).isPresent();
      assertThat(index.findAll(new long[] {0, lastBefore, 999_990}).foundCount()).isEqualTo(3);
      assertThat(TestIndexes.keys(index, KeyRange.atLeast(900_000))).hasSize(10_000);
    }
  }

  @Test
  void aLostFileIsNoEmptyAnswer() throws IOException {
    Files.delete(table);
    assertThatThrownBy(() -> TestIndexes.open(path, Access.READ))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining(table.getFileName().toString());
    assertThatThrownBy(() -> TestIndexes.open(path, Access.WRITE))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining(table.getFileName().toString());
  }

  @Test
  void aFileLostBelowAnOpenIndexIsReported() throws IOException {
    try (SecondaryIndex index = TestIndexes.open(path, Access.READ)) {
      Files.delete(table);
      assertThat(index.verify().problems())
          .anySatisfy(problem -> assertThat(problem).contains(table.getFileName().toString()));
    }
  }

  @Test
  void aFileThatAWriterHasReplacedIsNotLost() throws IOException, RocksDBException {
    try (SecondaryIndex writer = TestIndexes.open(path, Access.WRITE)) {
      writer.update(everyTenth(1000));
    }
    try (SecondaryIndex reader = TestIndexes.open(path, Access.READ)) {
      TestIndexes.compact(path);
      assertThat(table).doesNotExist();
      Verification verification = reader.verify();
      assertThat(verification.problems()).isEmpty();
      assertThat(verification.entries()).isEqualTo(ENTRIES);
    }
  }

  @Test
  void aCutFileIsReportedOnOpening() throws IOException {
    Files.write(table, java.util.Arrays.copyOf(Files.readAllBytes(table), 5000));
    assertThatThrownBy(() -> TestIndexes.open(path, Access.READ))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining(table.getFileName().toString());
  }

  @Test
  void anIndexWithALostFileCanBeDropped() throws IOException {
    Files.delete(table);
    new RocksDbIndexProvider().drop(org.secindex.api.IndexUri.parse("rocksdb:" + path));
    assertThat(path).doesNotExist();
  }
}

package org.secindex.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.IndexUri;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;

/** What is not ours stays as it is. */
class ForeignDatabaseTest {
  @TempDir Path directory;
  private final RocksDbIndexProvider provider = new RocksDbIndexProvider();

  @Test
  void someoneElsesDatabase() throws IOException, RocksDBException {
    Path path = directory.resolve("theirs");
    NativeLibrary.load();
    try (RocksDB theirs = RocksDB.open(path.toString())) {
      theirs.put("a".getBytes(UTF_8), "1".getBytes(UTF_8));
    }
    IndexUri uri = IndexUri.parse("rocksdb:" + path);
    Map<String, Long> before = content(path);
    refused(() -> provider.state(uri));
    refused(() -> provider.open(uri, Access.READ));
    refused(() -> provider.open(uri, Access.WRITE));
    refused(() -> provider.drop(uri));
    assertThatThrownBy(() -> provider.create(uri, KeyDomain.SIGNED))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("already");
    assertThat(content(path)).isEqualTo(before);
  }

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("no index of secindex");
  }

  private static Map<String, Long> content(Path path) throws IOException {
    Map<String, Long> content = new TreeMap<>();
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        content.put(file.toString(), Files.size(file));
      }
    }
    return content;
  }

  @Test
  void readingAnIndexWritesNothing() throws IOException {
    Path path = directory.resolve("i");
    TestIndexes.create(path, KeyDomain.SIGNED).close();
    Map<String, Long> before = content(path);
    assertThat(provider.state(IndexUri.parse("rocksdb:" + path))).isEqualTo(IndexState.READY);
    TestIndexes.open(path, Access.READ).close();
    assertThat(content(path)).isEqualTo(before);
  }

  @Test
  void droppingLeavesOtherPeoplesFiles() throws IOException {
    Path path = directory.resolve("i");
    TestIndexes.create(path, KeyDomain.SIGNED).close();
    Path thesis = Files.writeString(path.resolve("thesis.txt"), "not to be lost");
    provider.drop(IndexUri.parse("rocksdb:" + path));
    assertThat(content(path).keySet()).containsExactly(thesis.toString());
  }

  @Test
  void anIndexInUseIsNotDropped() {
    Path path = directory.resolve("i");
    IndexUri uri = IndexUri.parse("rocksdb:" + path);
    try (SecondaryIndex index = TestIndexes.create(path, KeyDomain.SIGNED)) {
      index.update(TestIndexes.everyTenth(5));
      assertThatThrownBy(() -> provider.drop(uri))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("in use by another writer");
      assertThat(index.find(10)).isPresent();
    }
    provider.drop(uri);
    assertThat(provider.state(uri)).isEqualTo(IndexState.ABSENT);
  }

  @Test
  void anEmptyDirectoryIsAPlaceForAnIndex() throws IOException {
    Path path = Files.createDirectory(directory.resolve("i"));
    assertThat(provider.state(IndexUri.parse("rocksdb:" + path))).isEqualTo(IndexState.ABSENT);
    TestIndexes.create(path, KeyDomain.SIGNED).close();
    assertThat(provider.state(IndexUri.parse("rocksdb:" + path))).isEqualTo(IndexState.READY);
  }
}

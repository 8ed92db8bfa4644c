package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** An index of many tables that somebody has changed behind our back. */
class SplitDamageTest {
  @TempDir static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start(directory);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static String uri(String name) {
    return server.uri(name, "layout=split", "rows-per-table=100");
  }

  @Test
  void anEntryInAWrongTableIsFoundByVerify() {
    String name = server.newName();
    String uri = uri(name);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(200));
      String first = "sky.`" + tableOf(name, 0) + "`";
      server.run("UPDATE " + first + " SET objectId = 5000 WHERE objectId = 990");
      assertThat(index.verify().problems())
          .singleElement()
          .asString()
          .contains("key 5000 is in table")
          .contains("but belongs to");
    }
  }

  private static String tableOf(String name, int part) {
    return server.text(
        "SELECT tableName FROM sky.secindex_ranges WHERE name = '" + name + "' AND part = " + part);
  }

  @Test
  void aTableOfASplitIndexThatIsGoneIsNotAbsence() {
    String name = server.newName();
    String uri = uri(name);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(300));
      server.run("DROP TABLE sky.`" + tableOf(name, 1) + "`");
      assertThat(index.find(10)).isPresent();
      assertThatThrownBy(() -> index.find(1500)).isInstanceOf(CorruptIndexException.class);
      assertThatThrownBy(() -> index.findAll(new long[] {10, 1500}))
          .isInstanceOf(CorruptIndexException.class);
      assertThatThrownBy(() -> index.scan(KeyRange.all()))
          .isInstanceOf(CorruptIndexException.class);
      assertThat(index.findAll(new long[] {0, 10, 50}).missing()).isEmpty();
    }
    assertThatThrownBy(() -> Indexes.open(uri))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("is gone");
    Indexes.drop(uri);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "part = part + 5 WHERE part = 0",
        "firstKey = 7 WHERE part = 0",
        "firstKey = 50 WHERE part = 1",
        "firstKey = 99999999999999999999 WHERE part = 1",
        "tableName = 'a`b' WHERE part = 2",
        "tableName = 'twice' WHERE part > 0"
      })
  void rangesThatMakeNoSenseAreNotFollowed(String damage) {
    String name = server.newName();
    String uri = uri(name);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      long[] keys = LongStream.range(-150, 150).toArray();
      index.load(SortedEntries.of(KeyDomain.SIGNED, keys, new int[300], new int[300]));
    }
    server.run("UPDATE sky.secindex_ranges SET " + damage + " AND name = '" + name + "'");
    assertThatThrownBy(() -> Indexes.open(uri))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("secindex_ranges");
    Indexes.drop(uri);
  }
}

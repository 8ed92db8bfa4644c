package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.TransientIndexException;

/** An index that somebody has changed behind our back. */
class DamageTest {
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

  private static String loaded(int size) {
    String name = server.newName();
    try (SecondaryIndex index = Indexes.create(server.uri(name), KeyDomain.SIGNED)) {
      index.load(TestServer.entries(size));
    }
    return name;
  }

  @Test
  void entriesThatAreMissingAreCounted() {
    String name = loaded(1000);
    server.run("DELETE FROM sky." + name + " WHERE objectId = 500");
    try (SecondaryIndex index = Indexes.open(server.uri(name))) {
      assertThat(index.verify().problems())
          .singleElement()
          .asString()
          .contains("999 entries, where 1000 were counted");
    }
  }

  @Test
  void aNegativeLocationIsDamageNotAnAnswer() {
    String name = loaded(1000);
    server.run("UPDATE sky." + name + " SET chunkId = -1 WHERE objectId = 500");
    try (SecondaryIndex index = Indexes.open(server.uri(name))) {
      assertThat(index.verify().problems()).singleElement().asString().contains("key 500 ");
      assertThatThrownBy(() -> index.find(500))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining("key 500")
          .hasMessageContaining("-1");
      assertThatThrownBy(() -> index.findAll(new long[] {10, 500}))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining("key 500");
      assertThat(index.find(490)).isPresent();
    }
  }

  @Test
  void aTableThatIsGoneIsNotAnEmptyIndex() {
    String name = loaded(10);
    String uri = server.uri(name);
    try (SecondaryIndex index = Indexes.open(uri)) {
      assertThat(index.find(10)).isPresent();
      server.run("DROP TABLE sky." + name);
      assertThatThrownBy(() -> index.find(10)).isInstanceOf(CorruptIndexException.class);
      assertThatThrownBy(() -> index.findAll(new long[] {10}))
          .isInstanceOf(CorruptIndexException.class);
      assertThatThrownBy(() -> index.scan(KeyRange.all()))
          .isInstanceOf(CorruptIndexException.class);
      assertThat(index.verify().problems())
          .anySatisfy(problem -> assertThat(problem).contains("doesn't exist"))
          .anySatisfy(problem -> assertThat(problem).contains("0 entries, where 10 were counted"));
    }
    assertThatThrownBy(() -> Indexes.open(uri))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("is gone");
    Indexes.drop(uri);
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.ABSENT);
  }

  @Test
  void aTableOfSomebodyElseInThePlaceOfOursIsLeftAlone() {
    String name = loaded(10);
    String uri = server.uri(name);
    server.run(
        "DROP TABLE sky." + name,
        "CREATE TABLE sky." + name + " (objectId BIGINT PRIMARY KEY) ENGINE=InnoDB",
        "INSERT INTO sky." + name + " VALUES (7)");
    for (Access access : Access.values()) {
      assertThatThrownBy(() -> Indexes.open(uri, access))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining("no index of secindex");
    }
    assertThatThrownBy(() -> Indexes.drop(uri)).isInstanceOf(CorruptIndexException.class);
    assertThat(server.number("SELECT COUNT(*) FROM sky." + name)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"state, DONE", "keyDomain, ROMAN", "layout, rings", "rowsPerTable, 0"})
  void aRegisterThatMakesNoSenseIsSaidTo(String column, String value) {
    String name = loaded(1);
    server.run(
        "UPDATE sky.secindex_meta SET "
            + column
            + " = '"
            + value
            + "' WHERE name = '"
            + name
            + "'");
    assertThatThrownBy(() -> Indexes.open(server.uri(name)))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining(column)
        .hasMessageContaining(value);
  }

  @Test
  void aRegisterOfSomebodyElseIsNotOurs() {
    server.run(
        "CREATE DATABASE theirs", "CREATE TABLE theirs.secindex_meta (name INT) ENGINE=InnoDB");
    String uri = server.uri("idx").replace("/sky/", "/theirs/");
    assertThatThrownBy(() -> Indexes.state(uri)).isInstanceOf(CorruptIndexException.class);
    assertThatThrownBy(() -> Indexes.create(uri, KeyDomain.SIGNED))
        .isInstanceOf(IndexException.class);
  }

  @Test
  void anOpenScanKeepsAnIndexFromBeingDroppedAndNothingIsLost() {
    String name = loaded(1_000_000);
    try (SecondaryIndex index = Indexes.open(server.uri(name));
        EntryCursor rows = index.scan(KeyRange.all())) {
      assertThat(rows.next()).isTrue();
      assertThatThrownBy(() -> Indexes.drop(server.uri(name)))
          .isInstanceOf(TransientIndexException.class)
          .hasMessageContaining("open scan");
      assertThat(index.find(10)).isPresent();
    }
    Indexes.open(server.uri(name)).close();
    Indexes.drop(server.uri(name));
  }
}

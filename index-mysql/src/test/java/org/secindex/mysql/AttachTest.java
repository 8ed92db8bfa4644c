package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Location;
import org.secindex.api.NotAnIndexException;
import org.secindex.api.SecondaryIndex;

/** Tables that Qserv made for its director index, in all its ways to make them. */
class AttachTest {
  private static final String LOCATION = " chunkId INT NOT NULL, subChunkId INT NOT NULL";

  @TempDir static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start(directory);
    server.run("CREATE DATABASE qservMeta");
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static String uri(String table, String... options) {
    return server.uri(table, options).replace("/sky/", "/qservMeta/") + "&attach=true";
  }

  private static void assertHolds(SecondaryIndex index, long... keys) {
    List<Long> scanned = new ArrayList<>();
    try (EntryCursor rows = index.scan(KeyRange.all())) {
      while (rows.next()) {
        scanned.add(rows.key());
      }
    }
    assertThat(scanned).containsExactlyElementsOf(LongStream.of(keys).boxed().toList());
    assertThat(index.findAll(keys).missing()).isEmpty();
    for (long key : keys) {
      assertThat(index.find(key)).isPresent();
    }
    assertThat(index.verify().problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // As the documentation of Qserv has it.
        "(objectId BIGINT NOT NULL, %s, PRIMARY KEY (objectId)) ENGINE=InnoDB",
        // Rebuilt on a published catalogue: a unique key or a plain one, and MyISAM by option.
        "(deepSourceId BIGINT NOT NULL, %s, UNIQUE KEY (deepSourceId)) ENGINE=InnoDB",
        "(id BIGINT NOT NULL, %s, KEY (id)) ENGINE=MyISAM",
        // While transactions bring rows: a partition for each.
        "(qserv_trans_id INT NOT NULL, objectId BIGINT NOT NULL, %s,"
            + " KEY (qserv_trans_id, objectId), KEY (objectId)) ENGINE=InnoDB"
            + " PARTITION BY LIST (qserv_trans_id) (PARTITION p0 VALUES IN (0),"
            + " PARTITION p1 VALUES IN (1), PARTITION p2 VALUES IN (2))",
        "(objectId INT NOT NULL, %s, PRIMARY KEY (objectId)) ENGINE=InnoDB",
      })
  void signedKeysOfAnyTableOfQserv(String definition) {
    String table = "dp02__" + server.newName();
    boolean transactions = definition.contains("qserv_trans_id");
    server.run(
        "CREATE TABLE qservMeta." + table + " " + definition.formatted(LOCATION),
        "INSERT INTO qservMeta."
            + table
            + " VALUES "
            + (transactions
                ? "(1, -7, 57871, 3), (2, 0, 1234567890, 0), (1, 12345, 231199, 35)"
                : "(-7, 57871, 3), (0, 1234567890, 0), (12345, 231199, 35)"));
    assertThat(Indexes.state(uri(table))).isEqualTo(IndexState.READY);
    try (SecondaryIndex index = Indexes.open(uri(table))) {
      assertThat(index.domain()).isEqualTo(KeyDomain.SIGNED);
      assertHolds(index, -7, 0, 12345);
      assertThat(index.find(0).orElseThrow().chunkId()).isEqualTo(1_234_567_890);
      assertThat(index.find(1)).isEmpty();
      assertThat(index.statistics().firstKey()).hasValue(-7);
      assertThatThrownBy(() -> index.remove(new long[] {0}))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(
            server.number(
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'qservMeta'"
                    + " AND table_name LIKE 'secindex%'"))
        .isZero();
  }

  @Test
  void unsignedKeysAndChunks() {
    server.run(
        "CREATE TABLE qservMeta.gaia__source (source_id BIGINT UNSIGNED NOT NULL, chunkId INT"
            + " UNSIGNED NOT NULL, subChunkId INT UNSIGNED NOT NULL, PRIMARY KEY (source_id))",
        "INSERT INTO qservMeta.gaia__source VALUES (0, 1, 1), (9223372036854775808, 2147483647, 2),"
            + " (18446744073709551615, 3, 3)");
    try (SecondaryIndex index = Indexes.open(uri("gaia__source"))) {
      assertThat(index.domain()).isEqualTo(KeyDomain.UNSIGNED);
      assertHolds(index, 0, Long.MIN_VALUE, -1);
      assertThat(index.find(Long.MIN_VALUE).orElseThrow().chunkId()).isEqualTo(Integer.MAX_VALUE);
    }
    // What does not fit is said to, with key and value, and is not another chunk.
    server.run("INSERT INTO qservMeta.gaia__source VALUES (1, 4294967295, 0)");
    try (SecondaryIndex index = Indexes.open(uri("gaia__source"))) {
      for (Runnable call :
          new Runnable[] {
            () -> index.find(1), () -> index.findAll(new long[] {0, 1}), () -> scanAll(index)
          }) {
        assertThatThrownBy(call::run)
            .isInstanceOf(CorruptIndexException.class)
            .hasMessageContaining("key 1 ")
            .hasMessageContaining("chunkId is 4294967295");
      }
      assertThat(index.find(0)).isPresent();
      assertThat(index.verify().problems()).singleElement().asString().contains("key 1 ");
    }
  }

  @Test
  void aChunkBeyondAllNumbersOfJavaIsNamedWithItsKey() {
    server.run(
        "CREATE TABLE qservMeta.wide (objectId BIGINT NOT NULL PRIMARY KEY, chunkId BIGINT UNSIGNED"
            + " NOT NULL, subChunkId INT NOT NULL)",
        "INSERT INTO qservMeta.wide VALUES (7, 18446744073709551615, 0), (8, 1, 0)");
    try (SecondaryIndex index = Indexes.open(uri("wide"))) {
      for (Runnable call :
          new Runnable[] {
            () -> index.find(7), () -> index.findAll(new long[] {7, 8}), () -> scanAll(index)
          }) {
        assertThatThrownBy(call::run)
            .isInstanceOf(CorruptIndexException.class)
            .hasMessageContaining("key 7 ")
            .hasMessageContaining("chunkId is 18446744073709551615");
      }
      assertThat(index.find(8)).isPresent();
    }
  }

  @Test
  void aColumnOfOneDigitIsNoTruthValue() {
    server.run(
        "CREATE TABLE qservMeta.narrow (objectId BIGINT NOT NULL PRIMARY KEY, chunkId SMALLINT"
            + " UNSIGNED NOT NULL, subChunkId TINYINT(1) NOT NULL)",
        "INSERT INTO qservMeta.narrow VALUES (7, 65535, 35), (8, 0, 127)");
    try (SecondaryIndex index = Indexes.open(uri("narrow"))) {
      assertThat(index.find(7)).contains(new Location(65535, 35));
      assertThat(index.findAll(new long[] {8}).subChunkId(0)).isEqualTo(127);
      assertHolds(index, 7, 8);
    }
  }

  @Test
  void aTableThatMayNotBeSeenIsNotOneThatIsNotThere() throws IOException {
    Path password = java.nio.file.Files.writeString(directory.resolve("stranger"), "stranger");
    server.run(
        "CREATE TABLE qservMeta.hidden (objectId BIGINT NOT NULL PRIMARY KEY, " + LOCATION + ")",
        "CREATE OR REPLACE USER stranger@'127.0.0.1' IDENTIFIED BY 'stranger'");
    String uri =
        server.place("hidden").replace("secindex@", "stranger@").replace("/sky/", "/qservMeta/")
            + "?attach=true&password-file="
            + password;
    for (Runnable call : new Runnable[] {() -> Indexes.state(uri), () -> Indexes.open(uri)}) {
      assertThatThrownBy(call::run)
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("grant user 'stranger'");
    }
  }

  private static void scanAll(SecondaryIndex index) {
    try (EntryCursor rows = index.scan(KeyRange.all())) {
      while (rows.next()) {
        assertThat(rows.chunkId()).isNotNegative();
      }
    }
  }

  @Test
  void otherColumnNamesAreNamedAndTheCaseDoesNotMatter() {
    server.run(
        "CREATE TABLE qservMeta.other (ID BIGINT NOT NULL, patch INT, c INT NOT NULL, s INT NOT"
            + " NULL, KEY (ID))",
        "INSERT INTO qservMeta.other VALUES (5, 0, 6, 7)");
    assertThatThrownBy(() -> Indexes.open(uri("other")))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("'chunkId'")
        .hasMessageContaining("ID, patch, c, s")
        .hasMessageContaining("chunk-column");
    String[] columns = {"chunk-column=C", "sub-chunk-column=S"};
    assertThatThrownBy(() -> Indexes.open(uri("other", columns)))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("key-column");
    try (SecondaryIndex index =
        Indexes.open(uri("other", "chunk-column=C", "sub-chunk-column=S", "key-column=id"))) {
      assertHolds(index, 5);
      assertThat(index.find(5).orElseThrow().subChunkId()).isEqualTo(7);
    }
    assertThatThrownBy(() -> Indexes.open(uri("other", "key-column=a`b")))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("key-column");
  }

  @Test
  void aKeyThatIsThereTwiceIsOneEntryOrAnErrorNeverAChoice() {
    server.run(
        "CREATE TABLE qservMeta.twice (objectId BIGINT NOT NULL," + LOCATION + ", KEY (objectId))",
        "INSERT INTO qservMeta.twice VALUES (1, 5, 5), (2, 6, 6), (2, 6, 6), (3, 7, 7), (3, 7, 8)");
    try (SecondaryIndex index = Indexes.open(uri("twice"))) {
      assertThat(index.find(2).orElseThrow().chunkId()).isEqualTo(6);
      assertThat(index.findAll(new long[] {1, 2}).foundCount()).isEqualTo(2);
      for (Runnable call :
          new Runnable[] {
            () -> index.find(3), () -> index.findAll(new long[] {3, 1}), () -> scanAll(index)
          }) {
        assertThatThrownBy(call::run)
            .isInstanceOf(CorruptIndexException.class)
            .hasMessageContaining("key 3 is there twice");
      }
    }
  }

  @Test
  void whatCannotBeAttachedIsSaidTo() {
    server.run(
        "CREATE TABLE qservMeta.texts (objectId CHAR(20) NOT NULL, "
            + LOCATION
            + ", KEY (objectId))",
        "CREATE TABLE qservMeta.plain (objectId BIGINT NOT NULL PRIMARY KEY, " + LOCATION + ")");
    assertThatThrownBy(() -> Indexes.open(uri("texts")))
        .isInstanceOf(NotAnIndexException.class)
        .hasMessageContaining("'objectId'")
        .hasMessageContaining("char(20)");
    assertThat(Indexes.state(uri("nowhere"))).isEqualTo(IndexState.ABSENT);
    assertThatThrownBy(() -> Indexes.open(uri("nowhere")))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("no table");
    for (Runnable call :
        new Runnable[] {
          () -> Indexes.open(uri("plain"), Access.WRITE),
          () -> Indexes.create(uri("plain"), KeyDomain.SIGNED),
          () -> Indexes.drop(uri("plain"))
        }) {
      assertThatThrownBy(call::run)
          .isInstanceOf(IndexConfigException.class)
          .hasMessageContaining("attach=true");
    }
    // Without the option it is somebody else's, and left alone.
    assertThatThrownBy(() -> Indexes.open(uri("plain").replace("&attach=true", "")))
        .isInstanceOf(NotAnIndexException.class);
    try (SecondaryIndex index = Indexes.open(uri("plain"))) {
      assertThat(index.find(1)).isEmpty();
      assertHolds(index);
    }
  }

  @Test
  void selectIsAllThatIsNeeded() throws IOException {
    Path password = java.nio.file.Files.writeString(directory.resolve("czar"), "czar");
    server.run(
        "CREATE TABLE qservMeta.granted (objectId BIGINT NOT NULL PRIMARY KEY, " + LOCATION + ")",
        "INSERT INTO qservMeta.granted VALUES (8, 9, 1)",
        "CREATE OR REPLACE USER czar@'127.0.0.1' IDENTIFIED BY 'czar'",
        "GRANT SELECT ON qservMeta.granted TO czar@'127.0.0.1'");
    String uri =
        server.place("granted").replace("secindex@", "czar@").replace("/sky/", "/qservMeta/")
            + "?attach=true&password-file="
            + password;
    try (SecondaryIndex index = Indexes.open(uri)) {
      assertHolds(index, 8);
    }
  }
}

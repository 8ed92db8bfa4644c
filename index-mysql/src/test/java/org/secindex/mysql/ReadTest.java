package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexUri;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.TransientIndexException;

/** Look-ups and scans on a server with a small packet, and whose sessions end soon. */
class ReadTest {
  private static final String SESSIONS =
      "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'secindex'"
          + " AND id <> CONNECTION_ID()";

  @TempDir static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server =
        TestServer.start(
            directory, "--max-allowed-packet=1M", "--default-time-zone=+05:45", "--ssl");
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Test
  void aServerThatCannotProveWhoItIsIsRefusedUnlessItIsOnThisMachineOrToldNotToMind() {
    String uri = server.uri(server.newName());
    Indexes.create(uri, KeyDomain.SIGNED).close();
    // MariaDB has a certificate of its own making, which nobody vouches for.
    assertThatThrownBy(() -> Indexes.open(uri + "&tls=verify"))
        .isInstanceOf(IndexException.class)
        .isNotInstanceOf(TransientIndexException.class)
        .hasMessageContaining("cannot prove who it is")
        .hasMessageContaining("tls=required");
    for (String tls : new String[] {"auto", "required", "preferred", "disabled"}) {
      Indexes.open(uri + "&tls=" + tls).close();
    }
    assertThat(MySqlOptions.defaults().tls().sslMode("db.example.org"))
        .isEqualTo("VERIFY_IDENTITY");
    assertThat(MySqlOptions.defaults().tls().sslMode("127.evil.org")).isEqualTo("VERIFY_IDENTITY");
    assertThat(MySqlOptions.defaults().tls().sslMode("localhost")).isEqualTo("PREFERRED");
    assertThat(MySqlOptions.defaults().tls().sslMode("[::1]")).isEqualTo("PREFERRED");
  }

  @Test
  void twoHundredThousandIdsAreAnsweredThroughASmallPacket() {
    long first = 4_611_686_018_427_387_904L;
    long[] keys = LongStream.range(0, 200_000).map(i -> first + 3 * i).toArray();
    int[] chunks = LongStream.range(0, 200_000).mapToInt(i -> (int) (i / 7)).toArray();
    try (SecondaryIndex index = Indexes.create(server.uri(server.newName()), KeyDomain.SIGNED)) {
      index.load(
          org.secindex.api.SortedEntries.of(KeyDomain.SIGNED, keys, chunks, new int[200_000]));
      long[] asked = LongStream.range(0, 200_000).map(i -> first + 3 * (199_999 - i)).toArray();
      asked[100_000] = first + 1;
      Lookup answers = index.findAll(asked);
      assertThat(answers.size()).isEqualTo(200_000);
      assertThat(answers.missing()).containsExactly(first + 1);
      for (int i = 0; i < asked.length; i += 999) {
        assertThat(answers.chunkId(i)).isEqualTo((199_999 - i) / 7);
      }
      index.remove(asked);
      assertThat(index.findAll(keys).foundCount()).isEqualTo(1);
    }
  }

  /** Far smaller than the longest list that would be sent otherwise. */
  @ParameterizedTest
  @ValueSource(strings = {"local", "insert"})
  void aPacketThatHoldsAFewHundredKeysBreaksNothing(String load) {
    server.run("SET GLOBAL max_allowed_packet=8192");
    long first = 4_611_686_018_427_387_904L;
    long[] keys = LongStream.range(0, 5000).map(i -> first + 3 * i).toArray();
    int[] zeros = new int[5000];
    String uri =
        server.uri(server.newName(), "load=" + load, "layout=split", "rows-per-table=2000");
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      assertThat(index.load(SortedEntries.of(KeyDomain.SIGNED, keys, zeros, zeros)))
          .isEqualTo(5000);
      assertThat(index.update(SortedEntries.of(KeyDomain.SIGNED, keys, zeros, zeros)))
          .isEqualTo(5000);
      assertThat(index.findAll(keys).missing()).isEmpty();
      assertThat(index.verify().entries()).isEqualTo(5000);
      index.remove(keys);
      assertThat(index.verify().entries()).isZero();
    } finally {
      server.run("SET GLOBAL max_allowed_packet=1048576");
    }
  }

  @Test
  void theSmallestPacketOfAllIsRespected() {
    KeyLists lists = new KeyLists(KeyDomain.UNSIGNED, 1024);
    long[] keys = new long[lists.keysPerStatement()];
    java.util.Arrays.fill(keys, -1);
    String table =
        new EntryTable(
                new MySqlAddress("u", "h", 1, "d".repeat(64), "i".repeat(48)),
                KeyDomain.UNSIGNED,
                "t".repeat(64))
            .findAll();
    assertThat(keys.length).isGreaterThan(10);
    assertThat(lists.statement(table, i -> keys[i], 0, keys.length).length()).isLessThan(1024);
  }

  @Test
  void readsGoOnAfterTheServerHasClosedIdleConnections() {
    String name = server.newName();
    Indexes.create(server.uri(name), KeyDomain.SIGNED).close();
    server.run("SET GLOBAL wait_timeout=1");
    try (SecondaryIndex writer = Indexes.open(server.uri(name), Access.WRITE)) {
      writer.load(TestServer.entries(1000));
      try (SecondaryIndex index = Indexes.open(server.uri(name))) {
        assertThat(index.find(10)).isPresent();
        assertThat(index.findAll(new long[] {10, 11}).foundCount()).isEqualTo(1);
        assertThat(count(index, KeyRange.closed(0, 50))).isEqualTo(6);
        // The writer's session is the one that must stay.
        await().atMost(Duration.ofSeconds(20)).until(() -> server.number(SESSIONS) == 1);
        assertThat(index.find(10)).isPresent();
        assertThat(index.findAll(new long[] {10, 11}).foundCount()).isEqualTo(1);
        assertThat(count(index, KeyRange.closed(0, 50))).isEqualTo(6);
        assertThat(index.verify().entries()).isEqualTo(1000);
      }
      assertThat(writer.update(TestServer.entries(1001))).isEqualTo(1001);
    } finally {
      server.run("SET GLOBAL wait_timeout=28800");
    }
  }

  /** As when the input is sorted for an hour before its first entry comes, or thinks later. */
  @Test
  void aWriterWhoseInputKeepsItWaitingLongerThanTheServerWouldWaitGoesOn() {
    server.run("SET GLOBAL wait_timeout=1", "SET GLOBAL interactive_timeout=1");
    try (SecondaryIndex index =
        Indexes.create(server.uri(server.newName(), "load-connections=2"), KeyDomain.SIGNED)) {
      // The writer and two who send.
      assertThat(index.load(slow(0, 3))).isEqualTo(400_000);
      assertThat(index.update(slow(5, 1))).isEqualTo(400_000);
      assertThat(index.verify().entries()).isEqualTo(400_000);
      assertThat(index.find(10).orElseThrow().chunkId()).isEqualTo(5);
    } finally {
      server.run("SET GLOBAL wait_timeout=28800", "SET GLOBAL interactive_timeout=28800");
    }
  }

  /** Entries of which the first and one in the middle come when so many sessions have waited. */
  private static SortedEntries slow(int chunkOffset, int sessions) {
    EntrySource entries = TestServer.source(400_000, chunkOffset);
    int[] reads = new int[1];
    return SortedEntries.of(
        KeyDomain.SIGNED,
        into -> {
          if (reads[0]++ % 70 == 0) {
            await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> server.number(SESSIONS + " AND time >= 2") >= sessions);
          }
          return entries.read(into);
        });
  }

  private static int count(SecondaryIndex index, KeyRange range) {
    int n = 0;
    try (EntryCursor rows = index.scan(range)) {
      while (rows.next()) {
        n++;
      }
    }
    return n;
  }

  @Test
  void aScanThatBreaksNamesTheLastKeyThatItDelivered() {
    int size = 1_000_000;
    String name = server.newName();
    try (SecondaryIndex index = Indexes.create(server.uri(name), KeyDomain.SIGNED)) {
      index.load(TestServer.entries(size));
      try (EntryCursor rows = index.scan(KeyRange.all())) {
        assertThat(rows.next()).isTrue();
        server.run(
            "KILL "
                + server.number(
                    "SELECT id FROM information_schema.processlist WHERE info LIKE"
                        + " 'SELECT objectId, chunkId%'"));
        long[] last = {rows.key()};
        assertThatThrownBy(
                () -> {
                  while (rows.next()) {
                    last[0] = rows.key();
                  }
                })
            .isInstanceOf(TransientIndexException.class)
            .satisfies(
                e ->
                    assertThat(e)
                        .hasMessageContaining("The last key delivered was " + last[0] + ":"));
        assertThat(last[0]).isLessThan(10L * size - 10);
      }
      assertThat(index.find(10)).isPresent();
    }
  }

  @Test
  void aScanWhoseConsumerIsSlowerThanTheServersPatienceGoesOn() {
    String uri = server.uri(server.newName());
    server.run("SET GLOBAL net_write_timeout=1", "SET GLOBAL net_read_timeout=1");
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(1_000_000));
      try (EntryCursor rows = index.scan(KeyRange.all())) {
        assertThat(rows.next()).isTrue();
        // The server is stuck in its sending, for longer than it would wait for others.
        await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () ->
                    server.number(
                            "SELECT COALESCE(MAX(time), 0) FROM information_schema.processlist"
                                + " WHERE info LIKE 'SELECT objectId, chunkId%'")
                        >= 3);
        int n = 1;
        while (rows.next()) {
          n++;
        }
        assertThat(n).isEqualTo(1_000_000);
      }
    } finally {
      server.run("SET GLOBAL net_write_timeout=60", "SET GLOBAL net_read_timeout=30");
      Indexes.drop(uri);
    }
  }

  @Test
  void aScanClosedEarlyEndsAtTheServerToo() {
    try (SecondaryIndex index = Indexes.create(server.uri(server.newName()), KeyDomain.SIGNED)) {
      index.load(TestServer.entries(1_000_000));
      for (int i = 0; i < 20; i++) {
        try (EntryCursor rows = index.scan(KeyRange.atLeast(i))) {
          assertThat(rows.next()).isTrue();
        }
      }
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () ->
                  server.number(
                          "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE"
                              + " 'SELECT objectId, chunkId%'")
                      == 0);
    }
  }

  @Test
  void aScanShowsTheIndexAsItWasWhenItBegan() {
    try (SecondaryIndex index = Indexes.create(server.uri(server.newName()), KeyDomain.SIGNED)) {
      index.load(TestServer.entries(300_000));
      try (EntryCursor rows = index.scan(KeyRange.all())) {
        assertThat(rows.next()).isTrue();
        index.remove(LongStream.range(100_000, 300_000).map(i -> 10 * i).toArray());
        index.update(
            org.secindex.api.SortedEntries.of(
                KeyDomain.SIGNED, new long[] {2_999_991}, new int[1], new int[1]));
        long count = 1;
        while (rows.next()) {
          assertThat(rows.key()).isEqualTo(10 * count++);
        }
        assertThat(count).isEqualTo(300_000);
      }
      assertThat(index.verify().entries()).isEqualTo(100_001);
    }
  }

  @Test
  void aWrongPasswordIsReportedWithUserAndServerButNeverShown() throws IOException {
    Path wrong = Files.writeString(directory.resolve("wrong"), "hunter2-secret\n");
    String name = server.newName();
    String uri = server.place(name) + "?password-file=" + wrong;
    for (Runnable call :
        new Runnable[] {
          () -> Indexes.open(uri),
          () -> Indexes.open(uri, Access.WRITE),
          () -> Indexes.create(uri, KeyDomain.SIGNED),
          () -> Indexes.state(uri),
          () -> Indexes.drop(uri)
        }) {
      assertThatThrownBy(call::run)
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("'secindex'")
          .hasMessageContaining("127.0.0.1:" + server.server.port())
          .hasMessageContaining("password-file")
          .hasMessageContaining("SECINDEX_MYSQL_PASSWORD")
          .satisfies(ReadTest::showsNoSecret);
    }
    assertThat(MySqlOptions.from(IndexUri.parse(uri)).toString()).doesNotContain("hunter2");
  }

  private static void showsNoSecret(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      assertThat(t.toString()).doesNotContain("hunter2");
    }
  }

  @Test
  void anAccountWithoutRightsIsToldSo() throws IOException {
    Path password = Files.writeString(directory.resolve("guest"), "guest");
    String name = server.newName();
    Indexes.create(server.uri(name), KeyDomain.SIGNED).close();
    server.run(
        "CREATE OR REPLACE USER guest@'127.0.0.1' IDENTIFIED BY 'guest'",
        "GRANT SELECT ON sky.* TO guest@'127.0.0.1'");
    String uri = server.place(name).replace("secindex@", "guest@") + "?password-file=" + password;
    try (SecondaryIndex index = Indexes.open(uri)) {
      assertThat(index.find(1)).isEmpty();
    }
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE)) {
      assertThatThrownBy(() -> index.load(TestServer.entries(5)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("grant user 'guest'");
    }
    assertThatThrownBy(() -> Indexes.create(uri.replace("/sky/", "/elsewhere/"), KeyDomain.SIGNED))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("elsewhere")
        .hasMessageContaining("grant user 'guest'");
  }

  @Test
  void syncIsRefusedByAServerThatDoesNotFlushAtCommit() {
    String name = server.newName();
    String relaxed = server.uri(name, "durability=relaxed");
    server.run("SET GLOBAL innodb_flush_log_at_trx_commit=2");
    try {
      assertThatThrownBy(() -> Indexes.create(server.uri(name), KeyDomain.SIGNED))
          .isInstanceOf(IndexConfigException.class)
          .hasMessageContaining("SET GLOBAL innodb_flush_log_at_trx_commit=1")
          .hasMessageContaining("durability=relaxed");
      try (SecondaryIndex index = Indexes.create(relaxed, KeyDomain.SIGNED)) {
        index.load(TestServer.entries(5));
        assertThat(index.statistics().details())
            .containsEntry("durability", "relaxed")
            .containsEntry("engine", "InnoDB")
            .containsEntry("layout", "single")
            .hasEntrySatisfying("server", v -> assertThat(v).startsWith("MariaDB 1"));
      }
      assertThatThrownBy(() -> Indexes.open(server.uri(name), Access.WRITE))
          .isInstanceOf(IndexConfigException.class);
      try (SecondaryIndex reader = Indexes.open(server.uri(name))) {
        assertThat(reader.find(40)).isPresent();
      }
    } finally {
      server.run("SET GLOBAL innodb_flush_log_at_trx_commit=1");
    }
  }

  @Test
  void aMissingDatabaseIsMadeForAnIndex() {
    String uri = server.uri("idx").replace("/sky/", "/new_sky/");
    assertThat(Indexes.state(uri)).isEqualTo(org.secindex.api.IndexState.ABSENT);
    assertThatThrownBy(() -> Indexes.open(uri)).hasMessageContaining("no index at");
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.UNSIGNED)) {
      assertThat(index.domain()).isEqualTo(KeyDomain.UNSIGNED);
    }
    Indexes.drop(uri);
    assertThat(Indexes.state(uri)).isEqualTo(org.secindex.api.IndexState.ABSENT);
  }
}

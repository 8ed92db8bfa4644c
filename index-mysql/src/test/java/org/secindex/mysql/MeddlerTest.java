package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** A connection that ends at the worst of moments, or at whose other end somebody else sits. */
@Timeout(120)
class MeddlerTest {
  private static final String SECRET = "correct horse battery staple";
  private static final int UNIT = 1 << 16;

  @TempDir static Path directory;
  private static TestServer server;
  private static Path secret;
  private Meddler meddler;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start(directory);
    secret = Files.writeString(directory.resolve("secret"), SECRET);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @BeforeEach
  void meddle() throws IOException {
    meddler = new Meddler(server.server.port(), secret);
  }

  @AfterEach
  void leave() {
    meddler.close();
  }

  private String uri(String name, String... options) {
    return meddler.through(server.uri(name, options));
  }

  @Test
  void aServerThatAsksForAFileWhenItIsGreetedGetsNone() {
    String name = server.newName();
    Indexes.create(server.uri(name), KeyDomain.SIGNED).close();
    meddler.plan(query -> Meddler.Deed.ASK_FOR_FILE);
    for (Runnable call :
        new Runnable[] {
          () -> Indexes.open(uri(name)),
          () -> Indexes.open(uri(name), Access.WRITE),
          () -> Indexes.state(uri(name)),
          () -> Indexes.create(uri("other"), KeyDomain.SIGNED)
        }) {
      assertThatThrownBy(call::run).isInstanceOf(IndexException.class);
    }
    assertThat(meddler.count("")).isGreaterThanOrEqualTo(4);
    assertThat(meddler.given()).isEmpty();
  }

  /** Before any of its statements, as long as it holds no table. */
  @Test
  void aScanOfManyTablesGoesOnThoughTheyAreRebuiltWhileItBegins() {
    String name = server.newName();
    String[] options = {"layout=split", "rows-per-table=10"};
    try (SecondaryIndex writer = Indexes.create(server.uri(name, options), KeyDomain.SIGNED)) {
      writer.load(TestServer.entries(30));
      try (SecondaryIndex index = Indexes.open(uri(name, options))) {
        AtomicInteger rebuilt = new AtomicInteger();
        meddler.plan(
            query -> {
              if (query.startsWith("START TRANSACTION") || query.startsWith("SELECT 1 FROM")) {
                writer.compact();
                rebuilt.incrementAndGet();
              }
              return Meddler.Deed.PASS;
            });
        try (EntryCursor rows = index.scan(KeyRange.all())) {
          int n = 0;
          while (rows.next()) {
            n++;
          }
          assertThat(n).isEqualTo(30);
        }
        assertThat(rebuilt).hasValue(2);
      }
    }
  }

  /** So that the tests below say something: a careless client gives what it is asked for. */
  @Test
  void aClientThatAllowsItGivesAnyFile() throws SQLException {
    Properties careless = new Properties();
    careless.setProperty("user", server.server.user());
    careless.setProperty("password", server.server.password());
    careless.setProperty("allowLoadLocalInfile", "true");
    String url = meddler.through("jdbc:mysql://127.0.0.1:" + server.server.port() + "/?");
    try (Connection connection =
            DriverManager.getConnection(
                url.replace("&tls=disabled", "sslMode=DISABLED"), careless);
        Statement statement = connection.createStatement()) {
      meddler.plan(query -> Meddler.Deed.ASK_FOR_FILE);
      assertThatThrownBy(() -> statement.executeQuery("SELECT 1")).isInstanceOf(SQLException.class);
    }
    assertThat(meddler.given()).isEqualTo(SECRET);
  }

  @Test
  void aServerThatAsksForAFileLaterGetsNoneButTheRowsThatAreSentAnyway() {
    try (SecondaryIndex index = Indexes.create(uri(server.newName()), KeyDomain.SIGNED)) {
      index.load(TestServer.entries(10));
      assertThat(index.findAll(new long[] {10}).foundCount()).isEqualTo(1);
      meddler.plan(query -> Meddler.Deed.ASK_FOR_FILE);
      for (Runnable call :
          new Runnable[] {
            () -> index.findAll(new long[] {10}),
            () -> first(index),
            index::statistics,
            index::verify,
            () -> index.remove(new long[] {10}),
            index::compact
          }) {
        assertThatThrownBy(call::run).isInstanceOf(IndexException.class);
      }
      assertThat(meddler.given()).isEmpty();
      // The rows are given once, and who asks again gets nothing in their place.
      meddler.plan(
          query ->
              query.startsWith("LOAD DATA") || query.startsWith("ROLLBACK")
                  ? Meddler.Deed.ASK_FOR_FILE
                  : Meddler.Deed.PASS);
      assertThatThrownBy(() -> index.update(TestServer.entries(3)))
          .isInstanceOf(IndexException.class);
      assertThat(meddler.given()).isEqualTo("0\t0\t0\n10\t0\t10\n20\t0\t20\n");
    }
  }

  private static boolean first(SecondaryIndex index) {
    try (EntryCursor rows = index.scan(KeyRange.all())) {
      return rows.next();
    }
  }

  @Test
  void anUpdateWhoseCommitIsNotAnsweredIsNotSentAgainAndSaysThatItMayHaveHappened() {
    String name = server.newName();
    try (SecondaryIndex index = Indexes.create(uri(name), KeyDomain.SIGNED)) {
      index.load(TestServer.entries(10));
      int[] commits = new int[1];
      long before = meddler.count("LOAD DATA");
      meddler.plan(
          query ->
              query.startsWith("COMMIT") && ++commits[0] == 2
                  ? Meddler.Deed.CUT_AFTER
                  : Meddler.Deed.PASS);
      assertThatThrownBy(() -> index.update(TestServer.entries(3 * UNIT)))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessageContaining("do the same again");
      assertThat(meddler.count("LOAD DATA") - before).isEqualTo(2);
      assertThat(index.verify().entries()).isEqualTo(2 * UNIT);
      assertThat(index.update(TestServer.entries(3 * UNIT))).isEqualTo(3 * UNIT);
      assertThat(index.verify().entries()).isEqualTo(3 * UNIT);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_BEFORE", "CUT_AFTER"})
  void aRemovalWhoseCommitIsNotAnsweredCountsWhatIsLeft(Meddler.Deed cut) {
    String name = server.newName();
    long[] keys = LongStream.range(0, 100).map(i -> 10 * i).toArray();
    try (SecondaryIndex index = Indexes.create(uri(name), KeyDomain.SIGNED)) {
      index.load(TestServer.entries(1000));
      meddler.onceAt("COMMIT", cut);
      assertThatThrownBy(() -> index.remove(keys)).isInstanceOf(OutcomeUnknownException.class);
      long left = cut == Meddler.Deed.CUT_BEFORE ? 1000 : 900;
      assertThat(index.statistics().entries()).isEqualTo(left);
      assertThat(index.verify().entries()).isEqualTo(left);
      index.remove(keys);
      assertThat(index.statistics().entries()).isEqualTo(900);
      assertThat(index.statistics().entriesExact()).isTrue();
      assertThat(index.verify().problems()).isEmpty();
    }
  }

  /** All steps of a load; the last one, of each layout, is where it becomes visible. */
  @ParameterizedTest
  @CsvSource({
    "SINGLE, CREATE",
    "SINGLE, INSERT",
    "SINGLE, ANALYZE",
    "SINGLE, RENAME",
    "SINGLE, DROP",
    "SINGLE, UPDATE `sky`.`secindex_meta` SET state = 'READY'",
    "PARTITIONED, ALTER",
    "PARTITIONED, RENAME",
    "PARTITIONED, UPDATE `sky`.`secindex_meta` SET state = 'READY'",
    "SPLIT, CREATE",
    "SPLIT, DROP",
    "SPLIT, DELETE",
    "SPLIT, INSERT INTO `sky`.`secindex_ranges`",
    "SPLIT, UPDATE `sky`.`secindex_meta` SET state = 'READY'",
    "SPLIT, COMMIT"
  })
  void aLoadThatIsCutOffIsThereAsAWholeOrNotAtAll(Layout layout, String step) {
    String ready = "UPDATE `sky`.`secindex_meta` SET state = 'READY'";
    boolean last = layout == Layout.SPLIT ? step.equals("COMMIT") : step.equals(ready);
    for (Meddler.Deed cut : new Meddler.Deed[] {Meddler.Deed.CUT_BEFORE, Meddler.Deed.CUT_AFTER}) {
      String uri =
          uri(
              server.newName(),
              "layout=" + layout.name().toLowerCase(Locale.ROOT),
              "rows-per-table=400",
              "load=insert");
      try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
        // Those who send rows commit, too.
        meddler.onceAt(step.equals("COMMIT") ? ready : "", step, cut);
        assertThatThrownBy(() -> index.load(TestServer.entries(1000)))
            .isInstanceOf(IndexException.class);
        boolean published = last && cut == Meddler.Deed.CUT_AFTER;
        assertThat(Indexes.state(uri)).isEqualTo(IndexState.READY);
        assertThat(index.verify().problems()).isEmpty();
        assertThat(index.verify().entries()).as("%s", cut).isEqualTo(published ? 1000 : 0);
        if (!published) {
          assertThat(index.load(TestServer.entries(1000))).isEqualTo(1000);
        }
        assertThat(index.find(5000)).isPresent();
      }
      try (SecondaryIndex index = Indexes.open(uri)) {
        assertThat(index.verify().entries()).isEqualTo(1000);
      }
      Indexes.drop(uri);
    }
  }

  /** After a lock wait the server has taken back the last statement only, not the one before. */
  @Test
  void aUnitThatWaitedTooLongForARowIsDoneAgainAsAWhole() throws Exception {
    String name = server.newName();
    String uri = uri(name, "layout=split", "rows-per-table=100");
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED);
        Connection other = server.connections("any").toWrite();
        Statement statement = other.createStatement()) {
      index.load(TestServer.entries(300));
      String second =
          server.text(
              "SELECT tableName FROM sky.secindex_ranges WHERE name = '" + name + "' AND part = 1");
      other.setAutoCommit(false);
      statement.executeUpdate("UPDATE sky.`" + second + "` SET chunkId = 8 WHERE objectId = 1500");
      AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
      Thread updater =
          new Thread(
              () ->
                  thrown.set(
                      catchThrowable(
                          () ->
                              index.update(
                                  SortedEntries.of(
                                      KeyDomain.SIGNED,
                                      new long[] {10, 1500, 2500},
                                      new int[] {5, 5, 5},
                                      new int[3])))));
      updater.start();
      await().atMost(Duration.ofSeconds(40)).until(() -> meddler.count("ROLLBACK") == 1);
      other.commit();
      updater.join();
      assertThat(thrown.get()).isNull();
      for (long key : new long[] {10, 1500, 2500}) {
        assertThat(index.find(key).orElseThrow().chunkId()).isEqualTo(5);
      }
      assertThat(index.verify().entries()).isEqualTo(300);
    }
  }

  @Test
  @Timeout(25)
  void anIndexIsClosedEvenIfTheServerKeepsSilent() {
    SecondaryIndex index =
        Indexes.create(
            uri(server.newName(), "connect-timeout=500ms", "write-timeout=60s"), KeyDomain.SIGNED);
    index.load(TestServer.entries(10));
    meddler.onceAt("DO RELEASE_LOCK", Meddler.Deed.KEEP_SILENT);
    index.close();
    assertThat(meddler.count("DO RELEASE_LOCK")).isPositive();
  }

  /** A batch is several statements, and the table that they ask may be replaced in between. */
  @ParameterizedTest
  @EnumSource
  void aBatchDuringWhichALoadIsPublishedSeesAllOfIt(Layout layout) {
    String name = server.newName();
    String direct =
        server.uri(
            name, "layout=" + layout.name().toLowerCase(Locale.ROOT), "rows-per-table=20000");
    long[] keys = LongStream.range(0, 50_000).map(i -> 10 * i).toArray();
    try (SecondaryIndex writer = Indexes.create(direct, KeyDomain.SIGNED);
        SecondaryIndex reader = Indexes.open(uri(name))) {
      AtomicInteger asked = new AtomicInteger();
      meddler.plan(
          query -> {
            if (query.startsWith("SELECT objectId") && asked.incrementAndGet() == 3) {
              writer.load(TestServer.entries(50_000));
            }
            return Meddler.Deed.PASS;
          });
      assertThat(reader.findAll(keys).foundCount()).isEqualTo(50_000);
      assertThat(asked.get()).isGreaterThan(3);
    }
  }

  @Test
  void aLookUpThatMeetsALostConnectionAndThenReplacedTablesStillAnswers() {
    String name = server.newName();
    String direct = server.uri(name, "layout=split", "rows-per-table=100");
    try (SecondaryIndex index = Indexes.create(direct, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(1000));
    }
    try (SecondaryIndex reader = Indexes.open(uri(name))) {
      assertThat(reader.findAll(new long[] {10, 20}).foundCount()).isEqualTo(2);
      Indexes.drop(direct);
      try (SecondaryIndex index = Indexes.create(direct, KeyDomain.SIGNED)) {
        index.load(
            SortedEntries.of(KeyDomain.SIGNED, new long[] {10}, new int[] {7}, new int[] {7}));
      }
      meddler.onceAt("SELECT objectId", Meddler.Deed.CUT_BEFORE);
      assertThat(reader.findAll(new long[] {10, 20}).missing()).containsExactly(20L);
      assertThat(reader.find(10).orElseThrow().chunkId()).isEqualTo(7);
    }
  }
}

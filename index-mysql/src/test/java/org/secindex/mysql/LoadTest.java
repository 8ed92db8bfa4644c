package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** What can go wrong when entries go in. */
class LoadTest {
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

  @Test
  void aServerThatRefusesLocalInfileIsNamedBeforeAnythingIsSent() {
    String uri = server.uri(server.newName());
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      server.run("SET GLOBAL local_infile=0");
      EntrySource untouched =
          into -> {
            throw new AssertionError("the source was read");
          };
      assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, untouched)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("SET GLOBAL local_infile=1 at the server");
      assertThatThrownBy(() -> index.update(SortedEntries.of(KeyDomain.SIGNED, untouched)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("local_infile");
      assertThat(Indexes.state(uri)).isEqualTo(IndexState.READY);
      server.run("SET GLOBAL local_infile=1");
      assertThat(index.load(TestServer.entries(100))).isEqualTo(100);
    } finally {
      server.run("SET GLOBAL local_infile=1");
    }
  }

  @Test
  void noFileOfThisMachineIsGivenToAServerThatAsks() throws IOException, SQLException {
    Path secret = Files.writeString(directory.resolve("secret"), "1\t2\t3\n");
    server.run(
        "CREATE DATABASE IF NOT EXISTS sky",
        "CREATE TABLE sky.stolen (a INT, b INT, c INT) ENGINE=InnoDB");
    String theft = "LOAD DATA LOCAL INFILE '" + secret + "' INTO TABLE sky.stolen";
    String byUrl = "LOAD DATA LOCAL INFILE 'file:" + secret + "' INTO TABLE sky.stolen";
    Connections connections = server.connections("any");
    for (boolean writer : new boolean[] {true, false}) {
      for (String sql : new String[] {theft, byUrl}) {
        try (Connection connection = writer ? connections.toWrite() : connections.toRead();
            Statement statement = connection.createStatement()) {
          assertThatThrownBy(() -> statement.execute(sql)).isInstanceOf(SQLException.class);
        }
      }
    }
    assertThat(server.number("SELECT COUNT(*) FROM sky.stolen")).isZero();
  }

  @Test
  void aWarningOfTheServerIsAFailureAndChangesNothing() {
    String name = server.newName();
    try (SecondaryIndex index = Indexes.create(server.uri(name), KeyDomain.SIGNED)) {
      index.load(TestServer.entries(10));
      server.run("ALTER TABLE sky." + name + " MODIFY chunkId TINYINT NOT NULL");
      SortedEntries tooLarge =
          SortedEntries.of(
              KeyDomain.SIGNED, new long[] {5, 6}, new int[] {1, 1_234_567_890}, new int[2]);
      assertThatThrownBy(() -> index.update(tooLarge))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("Out of range value for column 'chunkId' at row 2");
      assertThat(index.findAll(new long[] {5, 6}).foundCount()).isZero();
      assertThat(index.verify().entries()).isEqualTo(10);
    }
  }

  @Test
  void readersSeeNothingOfALoadUntilAllOfIt() {
    String uri = server.uri(server.newName());
    int size = (int) (2.5 * ParallelLoad.ROWS_PER_STATEMENT);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED);
        SecondaryIndex reader = Indexes.open(uri)) {
      EntrySource entries = TestServer.source(size, 0);
      int[] given = new int[1];
      EntrySource watched =
          into -> {
            if (given[0] > 2 * ParallelLoad.ROWS_PER_STATEMENT) {
              assertThat(reader.find(0)).isEmpty();
              assertThat(reader.verify().entries()).isZero();
              given[0] = Integer.MIN_VALUE;
            }
            boolean more = entries.read(into);
            given[0] += into.size();
            return more;
          };
      assertThat(index.load(SortedEntries.of(KeyDomain.SIGNED, watched))).isEqualTo(size);
      assertThat(given[0]).as("the reader was asked").isNegative();
      assertThat(reader.find(0)).isPresent();
      assertThat(reader.verify().entries()).isEqualTo(size);
    }
  }

  @Test
  void aSourceThatFailsAfterSomeStatementsLeavesNothing() {
    String name = server.newName();
    RuntimeException failure = new RuntimeException("the tape is torn");
    int size = (int) (1.5 * ParallelLoad.ROWS_PER_STATEMENT);
    EntrySource entries = TestServer.source(size, 0);
    EntrySource failing =
        into -> {
          if (!entries.read(into)) {
            throw failure;
          }
          return true;
        };
    try (SecondaryIndex index = Indexes.create(server.uri(name), KeyDomain.SIGNED)) {
      assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, failing)))
          .isSameAs(failure);
      assertThat(index.verify().entries()).isZero();
      assertThat(
              server.number(
                  "SELECT COUNT(*) FROM information_schema.tables WHERE table_name LIKE '"
                      + name
                      + "%'"))
          .isEqualTo(1);
    }
  }

  @Test
  void anUpdateThatAppliedNothingLeavesTheCountExact() {
    RuntimeException failure = new RuntimeException("the tape is torn");
    EntrySource failing =
        into -> {
          throw failure;
        };
    try (SecondaryIndex index = Indexes.create(server.uri(server.newName()), KeyDomain.SIGNED)) {
      index.load(TestServer.entries(10));
      assertThatThrownBy(() -> index.update(SortedEntries.of(KeyDomain.SIGNED, failing)))
          .isSameAs(failure);
      assertThat(index.update(TestServer.entries(0))).isZero();
      assertThat(index.statistics().entriesExact()).isTrue();
      index.update(TestServer.entries(1));
      assertThat(index.statistics().entriesExact()).isFalse();
    }
  }

  /** Each process has its own /proc/self/cwd, as each machine has its own directories. */
  @Test
  void aDirectoryThatIsAnotherOneAtTheServerIsNamed() throws IOException {
    Path here = Files.createTempDirectory(Path.of("target"), "infile");
    Path there = Path.of("/proc/self/cwd").resolve(here);
    try (SecondaryIndex index =
        Indexes.create(
            server.uri(server.newName(), "load=infile", "infile-directory=" + there),
            KeyDomain.SIGNED)) {
      assertThatThrownBy(() -> index.load(TestServer.entries(10)))
          .isInstanceOf(IndexException.class)
          // MariaDB 10.11 takes a file that it does not see for one that it may not read.
          .hasMessageMatching(
              "(?s).*(the server does not see a file that was written to "
                  + there
                  + "|secure_file_priv there).*infile-directory.*");
      assertThat(index.verify().entries()).isZero();
      // Nothing is left behind.
      Files.delete(here);
    } finally {
      Files.deleteIfExists(here);
    }
  }

  /** LOAD DATA LOCAL drops a row whose key is there, and goes on. */
  @Test
  void aRowThatTheServerDroppedIsAFailure() throws SQLException {
    String name = server.newName();
    Indexes.create(server.uri(name), KeyDomain.SIGNED).close();
    server.run("INSERT INTO sky." + name + " VALUES (5, 1, 1)");
    Connections connections = server.connections(name);
    EntryBatch batch = new EntryBatch(3);
    batch.add(4, 2, 2);
    batch.add(5, 2, 2);
    batch.add(6, 2, 2);
    EntryTable table = new EntryTable(connections.address(), KeyDomain.SIGNED, name);
    try (Connection connection = connections.toWrite()) {
      LocalInfile local = new LocalInfile(connections.address(), KeyDomain.SIGNED);
      assertThatThrownBy(
              () ->
                  Transactions.run(
                      connection,
                      connections.address(),
                      c -> local.send(c, table, batch, 0, 3, false)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("Duplicate entry '5'");
    }
    assertThat(server.number("SELECT SUM(objectId) FROM sky." + name)).isEqualTo(5);
  }

  /** Rows in any other order leave pages that are half full, and a table that fits no memory. */
  @Test
  void rowsArriveInTheOrderOfTheirKeysSoThatPagesAreFull() {
    String name = server.newName();
    String uri = server.uri(name, "load-connections=3");
    int size = 400_000;
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(size));
    }
    String shuffled = "sky." + name + "_shuffled";
    server.run(
        "CREATE TABLE " + shuffled + " LIKE sky." + name,
        "INSERT INTO " + shuffled + " SELECT * FROM sky." + name + " ORDER BY CRC32(objectId)",
        "ANALYZE TABLE " + shuffled);
    String bytes = "SELECT data_length FROM information_schema.tables WHERE table_name = '";
    long sorted = server.number(bytes + name + "'");
    // 17 bytes of columns, 18 of InnoDB's, and its sixteenth of each page.
    assertThat(sorted / (double) size).isBetween(30.0, 45.0);
    assertThat(server.number(bytes + name + "_shuffled'")).isGreaterThan(sorted * 5 / 4);
    server.run("DROP TABLE " + shuffled);
  }

  @Test
  void aTableOfAnotherEngineIsRefused() {
    String name = server.newName();
    Indexes.create(server.uri(name), KeyDomain.SIGNED).close();
    server.run("ALTER TABLE sky." + name + " ENGINE=MyISAM");
    assertThatThrownBy(() -> Indexes.open(server.uri(name)))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("MyISAM");
    server.run("ALTER TABLE sky." + name + " ENGINE=InnoDB");
    Indexes.open(server.uri(name)).close();
  }

  @Test
  void aWriterWhoseSessionWasKilledTakesTheLockAgainUnlessAnotherHasIt() {
    String name = server.newName();
    String uri = server.uri(name);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      server.killWriter(name);
      assertThat(index.load(TestServer.entries(10))).isEqualTo(10);
      server.killWriter(name);
      try (SecondaryIndex other = Indexes.open(uri, Access.WRITE)) {
        assertThatThrownBy(() -> index.update(TestServer.entries(20)))
            .isInstanceOf(IndexException.class)
            .hasMessageContaining("in use by another writer");
        assertThat(other.update(TestServer.entries(5))).isEqualTo(5);
      }
      assertThat(index.update(TestServer.entries(20))).isEqualTo(20);
      assertThat(index.verify().entries()).isEqualTo(20);
    }
  }

  @Test
  void aLoadWhoseSessionIsKilledLeavesAnEmptyIndex() throws InterruptedException {
    String name = server.newName();
    try (SecondaryIndex index = Indexes.create(server.uri(name), KeyDomain.SIGNED)) {
      CountDownLatch midway = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
      Thread loader =
          new Thread(
              () ->
                  thrown.set(
                      catchThrowable(() -> index.load(pausing(400_000, 300_000, midway, goOn)))));
      loader.start();
      midway.await();
      server.killWriter(name);
      goOn.countDown();
      loader.join();
      assertThat(thrown.get()).isInstanceOf(IndexException.class);
      assertThat(index.statistics().entries()).isZero();
      assertThat(index.verify().entries()).isZero();
      assertThat(index.load(TestServer.entries(100))).isEqualTo(100);
    }
  }

  @Test
  void aLoadThatLostItsSessionLeavesAloneWhatAnotherWriterHasLoadedSince() {
    String name = server.newName();
    String uri = server.uri(name);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      EntrySource entries = TestServer.source(400_000, 0);
      int[] reads = new int[1];
      EntrySource overtaken =
          into -> {
            if (reads[0]++ == 75) {
              server.killWriter(name);
              try (SecondaryIndex other = Indexes.open(uri, Access.WRITE)) {
                other.load(TestServer.entries(1000));
              }
            }
            return entries.read(into);
          };
      assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, overtaken)))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessageContaining("another writer");
      assertThat(reads[0]).isGreaterThan(75);
      assertThat(index.find(10)).isPresent();
      assertThat(index.verify().entries()).isEqualTo(1000);
    }
  }

  /** Entries that wait once that many have been given. */
  static SortedEntries pausing(int size, int pauseAt, CountDownLatch midway, CountDownLatch goOn) {
    EntrySource entries = TestServer.source(size, 0);
    int[] given = new int[1];
    return SortedEntries.of(
        KeyDomain.SIGNED,
        into -> {
          if (given[0] >= pauseAt && midway.getCount() > 0) {
            midway.countDown();
            awaitUninterruptibly(goOn);
          }
          boolean more = entries.read(into);
          given[0] += into.size();
          return more;
        });
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.Lookup;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.TransientIndexException;

/** A server that is down, dies, or takes a transaction back. */
@Timeout(120)
class OutageTest {
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

  @BeforeEach
  void serverIsUp() throws IOException {
    if (server.server.pids().isEmpty()) {
      server.server.restart();
    }
  }

  @Test
  void aServerThatIsDownIsReportedAsThatAndReadsGoOnWhenItIsBack() throws IOException {
    String uri = server.uri(server.newName(), "connect-timeout=2s");
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(1000));
      assertThat(index.find(10)).isPresent();
      server.server.stop();
      String place = "127.0.0.1:" + server.server.port();
      for (Runnable call :
          new Runnable[] {
            () -> index.find(10),
            () -> index.findAll(new long[] {10}),
            () -> index.scan(org.secindex.api.KeyRange.all()),
            index::statistics,
            index::verify,
            () -> index.update(TestServer.entries(1)),
            () -> index.remove(new long[] {10}),
            () -> index.load(TestServer.entries(1)),
            () -> Indexes.open(uri),
            () -> Indexes.open(uri, Access.WRITE),
            () -> Indexes.state(uri),
            () -> Indexes.drop(uri),
            () -> Indexes.create(uri, KeyDomain.SIGNED)
          }) {
        assertThatThrownBy(call::run)
            .isInstanceOf(TransientIndexException.class)
            .hasMessageContaining(place)
            .hasMessageContaining("is down");
      }
      server.server.restart();
      // The pool tries a server that was down every five seconds at the least.
      await()
          .ignoreExceptionsInstanceOf(TransientIndexException.class)
          .untilAsserted(() -> assertThat(index.find(10)).isPresent());
      assertThat(index.findAll(new long[] {10, 11}).foundCount()).isEqualTo(1);
      assertThat(index.update(TestServer.entries(2000))).isEqualTo(2000);
    }
  }

  @Test
  void aServerKilledInTheMidstOfBatchesIsNeverTakenForAbsence() throws Exception {
    String uri = server.uri(server.newName(), "connect-timeout=2s");
    try (SecondaryIndex writer = Indexes.create(uri, KeyDomain.SIGNED)) {
      writer.load(TestServer.entries(100_000));
    }
    long[] keys = LongStream.range(0, 100_000).map(i -> 10 * i).toArray();
    try (SecondaryIndex index = Indexes.open(uri)) {
      CountDownLatch underWay = new CountDownLatch(2);
      AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
      AtomicInteger incomplete = new AtomicInteger();
      Thread reader =
          new Thread(
              () ->
                  thrown.set(
                      catchThrowable(
                          () -> {
                            while (true) {
                              underWay.countDown();
                              Lookup answers = index.findAll(keys);
                              if (answers.foundCount() != keys.length) {
                                incomplete.incrementAndGet();
                              }
                            }
                          })));
      reader.start();
      underWay.await();
      server.server.kill();
      reader.join();
      assertThat(thrown.get()).isInstanceOf(TransientIndexException.class);
      assertThat(incomplete.get()).isZero();
      server.server.restart();
      assertThat(index.findAll(keys).foundCount()).isEqualTo(keys.length);
    }
  }

  @Test
  void aServerKilledDuringALoadLeavesTheIndexBuildingAndItCanBeLoadedAgain() throws Exception {
    String uri = server.uri(server.newName(), "connect-timeout=2s");
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      CountDownLatch midway = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
      Thread loader =
          new Thread(
              () ->
                  thrown.set(
                      catchThrowable(
                          () -> index.load(LoadTest.pausing(600_000, 400_000, midway, goOn)))));
      loader.start();
      midway.await();
      server.server.kill();
      goOn.countDown();
      loader.join();
      assertThat(thrown.get())
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessageContaining("load it again");
      server.server.restart();
      assertThatThrownBy(() -> index.find(10)).hasMessageContaining("BUILDING");
    }
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.BUILDING);
    assertThatThrownBy(() -> Indexes.open(uri)).hasMessageContaining("BUILDING");
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE)) {
      assertThatThrownBy(() -> index.find(1)).hasMessageContaining("BUILDING");
      assertThatThrownBy(() -> index.update(TestServer.entries(1)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("BUILDING");
      RuntimeException failure = new RuntimeException("the tape is torn");
      EntrySource failing =
          into -> {
            throw failure;
          };
      assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, failing)))
          .isSameAs(failure);
      assertThat(index.find(10)).as("empty and READY").isEmpty();
      assertThat(index.load(TestServer.entries(1000))).isEqualTo(1000);
      assertThat(index.verify().isClean()).isTrue();
      assertThat(index.verify().entries()).isEqualTo(1000);
    }
  }

  @Test
  void anUpdateCutOffMayHaveHappenedAndConvergesWhenRunAgain() throws Exception {
    String uri = server.uri(server.newName(), "connect-timeout=2s");
    int size = 300_000;
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(size));
      EntrySource changed = TestServer.source(size, 7);
      int[] reads = new int[1];
      EntrySource killing =
          into -> {
            if (reads[0]++ == 33) {
              server.server.kill();
            }
            return changed.read(into);
          };
      assertThatThrownBy(() -> index.update(SortedEntries.of(KeyDomain.SIGNED, killing)))
          .isInstanceOf(OutcomeUnknownException.class);
      server.server.restart();
      // What the two units before have written was durable.
      assertThat(index.find(10).orElseThrow().chunkId()).isEqualTo(7);
      assertThat(index.update(SortedEntries.of(KeyDomain.SIGNED, TestServer.source(size, 7))))
          .isEqualTo(size);
      long[] keys = LongStream.range(0, size).map(i -> 10 * i).toArray();
      Lookup answers = index.findAll(keys);
      for (int i = 0; i < size; i++) {
        assertThat(answers.chunkId(i)).isEqualTo(TestServer.chunkOf(keys[i]) + 7);
      }
    }
  }

  @Test
  void aUnitThatFallsVictimToADeadlockIsRepeated() throws Exception {
    String name = server.newName();
    try (SecondaryIndex index = Indexes.create(server.uri(name), KeyDomain.SIGNED)) {
      index.load(TestServer.entries(10_000));
      AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
      try (Connection other = server.connections("any").toWrite();
          Statement statement = other.createStatement()) {
        other.setAutoCommit(false);
        // More rows than the update will have changed, so that the server takes that one back; and
        // by the index, since a scan of the table would lock the other rows too.
        statement.execute(
            "UPDATE sky."
                + name
                + " FORCE INDEX (PRIMARY) SET chunkId = 1 WHERE objectId BETWEEN 50000 AND 70000");
        long deadlocks = deadlocks();
        Thread updater =
            new Thread(
                () ->
                    thrown.set(
                        catchThrowable(
                            () ->
                                index.update(
                                    SortedEntries.of(
                                        KeyDomain.SIGNED,
                                        new long[] {0, 10, 60_000},
                                        new int[] {5, 5, 5},
                                        new int[3])))));
        updater.start();
        await().atMost(Duration.ofSeconds(8)).until(OutageTest::someoneWaits);
        lockAndCommit(other, statement, name);
        updater.join();
        assertThat(thrown.get()).isNull();
        assertThat(deadlocks()).isEqualTo(deadlocks + 1);
      }
      assertThat(index.find(0).orElseThrow().chunkId()).isEqualTo(5);
      assertThat(index.find(10).orElseThrow().chunkId()).isEqualTo(5);
      assertThat(index.find(60_000).orElseThrow().chunkId()).isEqualTo(5);
      assertThat(index.find(60_010).orElseThrow().chunkId()).isEqualTo(1);
    }
  }

  @Test
  void aLookUpThatFindsAllConnectionsBusySaysSo() throws Exception {
    String name = server.newName();
    String uri = server.uri(name, "connections=1", "connect-timeout=400ms");
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(10));
      AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
      Thread first = new Thread(() -> thrown.set(catchThrowable(() -> index.find(10))));
      try (Connection other = server.connections("any").toWrite();
          Statement statement = other.createStatement()) {
        statement.execute("LOCK TABLES sky." + name + " WRITE");
        first.start();
        await()
            .until(
                () ->
                    server.number(
                            "SELECT COUNT(*) FROM information_schema.processlist WHERE state LIKE"
                                + " 'Waiting for table metadata lock'")
                        == 1);
        assertThatThrownBy(() -> index.find(20))
            .isInstanceOf(TransientIndexException.class)
            .hasMessageContaining("all connections were busy; see option connections");
      }
      first.join();
      assertThat(thrown.get()).isNull();
      assertThat(index.find(20)).isPresent();
    }
  }

  @Test
  void aServerThatKeepsSilentIsGivenUpInTime() throws Exception {
    String name = server.newName();
    String uri = server.uri(name, "read-timeout=500ms");
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(10));
      try (Connection other = server.connections("any").toWrite();
          Statement statement = other.createStatement()) {
        statement.execute("LOCK TABLES sky." + name + " WRITE");
        assertThatThrownBy(() -> index.find(20))
            .isInstanceOf(TransientIndexException.class)
            .hasMessageContaining("did not answer in time");
      }
      assertThat(index.find(20)).isPresent();
    }
  }

  private static void lockAndCommit(Connection other, Statement statement, String name)
      throws SQLException {
    statement.execute("UPDATE sky." + name + " SET chunkId = 2 WHERE objectId = 0");
    other.commit();
  }

  private static boolean someoneWaits() {
    return server.number(
            "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
        > 0;
  }

  private static long deadlocks() {
    return server.number(
        "SELECT variable_value FROM information_schema.global_status WHERE variable_name ="
            + " 'INNODB_DEADLOCKS'");
  }
}

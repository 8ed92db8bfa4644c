package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.secindex.testkit.IndexAssert.assertContent;
import static org.secindex.testkit.IndexAssert.assertHolds;
import static org.secindex.testkit.IndexFixture.entries;
import static org.secindex.testkit.IndexFixture.sequence;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;

/** Other processes: a writer there, and {@code kill -9} of it at any instant. */
interface CrashContract {
  IndexFixture fixture();

  boolean reachableFromOtherProcesses();

  @BeforeEach
  default void onlyIfReachable() {
    assumeThat(reachableFromOtherProcesses()).as("reachable from other processes").isTrue();
  }

  @Test
  @DisplayName("a writer in another process keeps a second one out, and lets readers in")
  default void writerElsewhere() throws Exception {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    index.load(entries(KeyDomain.SIGNED, 0, 1, 2));
    index.close();
    try (WriterProcess writer = WriterProcess.start(uri, WriterProcess.Job.HOLD, 0)) {
      writer.awaitLine("holding");
      assertThatThrownBy(() -> Indexes.open(uri, Access.WRITE))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("in use by another writer");
      assertHolds(fixture().open(uri), 0, 1, 2);
      writer.kill();
    }
    // Whoever dies leaves no lock behind.
    SecondaryIndex next = eventuallyOpenToWrite(uri);
    next.update(entries(KeyDomain.SIGNED, 1, 2));
    assertHolds(next, 1, 2);
  }

  @Test
  @DisplayName("a load killed in its midst leaves the index BUILDING; it can be loaded again")
  default void loadKilled() throws Exception {
    String uri = fixture().newUri();
    fixture().create(uri, KeyDomain.SIGNED).close();
    try (WriterProcess writer = WriterProcess.start(uri, WriterProcess.Job.LOAD, 200_000)) {
      writer.awaitLine("waiting");
      assertThat(Indexes.state(uri)).isEqualTo(IndexState.BUILDING);
      writer.kill();
    }
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.BUILDING);
    assertThatThrownBy(() -> Indexes.open(uri))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("BUILDING");
    SecondaryIndex again = eventuallyOpenToWrite(uri);
    long[] keys = sequence(5, 10, 5000);
    assertThat(again.load(entries(KeyDomain.SIGNED, 0, keys))).isEqualTo(5000);
    assertContent(again, entries(KeyDomain.SIGNED, 0, keys));
    again.close();
    assertContent(fixture().open(uri), entries(KeyDomain.SIGNED, 0, keys));
  }

  @Test
  @DisplayName("a load killed at random instants: empty and BUILDING, or complete; never between")
  default void loadKilledAtRandom() throws Exception {
    Seed seed = Seed.forTest("loadKilledAtRandom");
    var random = seed.random();
    for (int round = 0; round < 4; round++) {
      String uri = fixture().newUri();
      fixture().create(uri, KeyDomain.SIGNED).close();
      int size = 60_000;
      try (WriterProcess writer = WriterProcess.start(uri, WriterProcess.Job.LOAD_ALL, size)) {
        writer.awaitLine("begin");
        writer.killAfterMillis(random.nextInt(400));
      }
      if (Indexes.state(uri) == IndexState.BUILDING) {
        SecondaryIndex again = eventuallyOpenToWrite(uri);
        assertThat(again.load(entries(KeyDomain.SIGNED, 0, 1, 2))).isEqualTo(2);
        assertContent(again, entries(KeyDomain.SIGNED, 0, 1, 2));
      } else {
        // Not begun yet, or done.
        long found = fixture().open(uri).verify().entries();
        assertThat(found)
            .as("entries after a kill, %s round %d", seed, round)
            .isIn(0L, (long) size);
      }
    }
  }

  @Test
  @DisplayName(
      "an update killed at random instants leaves each key old or new; run again, it converges")
  default void updateKilledAtRandom() throws Exception {
    Seed seed = Seed.forTest("updateKilledAtRandom");
    var random = seed.random();
    String uri = fixture().newUri();
    long[] keys = sequence(0, 1, 60_000);
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    index.load(entries(KeyDomain.SIGNED, 0, keys));
    index.close();
    for (int round = 0; round < 4; round++) {
      try (WriterProcess writer =
          WriterProcess.start(uri, WriterProcess.Job.UPDATE_ALL, keys.length)) {
        writer.awaitLine("begin");
        writer.killAfterMillis(random.nextInt(400));
      }
      SecondaryIndex after = eventuallyOpenToWrite(uri);
      assertThat(after.verify().problems()).as("%s round %d", seed, round).isEmpty();
      try (EntryCursor rows = after.scan(KeyRange.all())) {
        int n = 0;
        while (rows.next()) {
          int generation = (rows.chunkId() - IndexFixture.chunkOf(rows.key(), 0)) / 100_000;
          assertThat(rows.key()).isEqualTo(n++);
          assertThat(generation).as("of key %d", rows.key()).isIn(0, 1);
        }
        assertThat(n).isEqualTo(keys.length);
      }
      after.update(entries(KeyDomain.SIGNED, 1, keys));
      assertContent(after, entries(KeyDomain.SIGNED, 1, keys));
      after.update(entries(KeyDomain.SIGNED, 0, keys));
      after.close();
    }
  }

  @Test
  @DisplayName("a compaction killed at random instants changes no answer; it can be run again")
  default void compactKilledAtRandom() throws Exception {
    Seed seed = Seed.forTest("compactKilledAtRandom");
    var random = seed.random();
    String uri = fixture().newUri();
    long[] keys = sequence(0, 1, 60_000);
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    index.load(entries(KeyDomain.SIGNED, 0, keys));
    index.update(entries(KeyDomain.SIGNED, 1, keys));
    index.remove(sequence(60_000, 1, 3));
    index.close();
    for (int round = 0; round < 4; round++) {
      try (WriterProcess writer = WriterProcess.start(uri, WriterProcess.Job.COMPACT, 60_000)) {
        writer.awaitLine("begin");
        writer.killAfterMillis(random.nextInt(400));
      }
      SecondaryIndex after = eventuallyOpenToWrite(uri);
      assertContent(after, entries(KeyDomain.SIGNED, 1, keys));
      after.compact();
      assertContent(after, entries(KeyDomain.SIGNED, 1, keys));
      after.close();
    }
  }

  @Test
  @DisplayName("readers go on while a writer in another process updates and compacts")
  default void readersBesideCompaction() throws Exception {
    String uri = fixture().newUri();
    long[] keys = sequence(0, 1, 30_000);
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    index.load(entries(KeyDomain.SIGNED, 1, keys));
    index.close();
    SecondaryIndex reader = fixture().open(uri);
    try (WriterProcess writer = WriterProcess.start(uri, WriterProcess.Job.COMPACT, keys.length)) {
      for (int round = 0; round < 5; round++) {
        // An old scan, too, that had begun before.
        try (EntryCursor rows = reader.scan(KeyRange.all())) {
          assertThat(rows.next()).isTrue();
          writer.awaitLine("compacted");
          int n = 1;
          while (rows.next()) {
            n++;
          }
          assertThat(n).isEqualTo(keys.length);
        }
        assertHolds(reader, 1, keys);
      }
      writer.kill();
    }
    assertHolds(fixture().open(uri), 1, keys);
  }

  @Test
  @DisplayName("what a returned update has stored is there after kill -9")
  default void updateReturned() throws Exception {
    String uri = fixture().newUri();
    long[] keys = sequence(0, 1, 10_000);
    fixture().create(uri, KeyDomain.SIGNED).close();
    try (WriterProcess writer =
        WriterProcess.start(uri, WriterProcess.Job.UPDATE_ALL, keys.length)) {
      writer.awaitLine("done");
      writer.kill();
    }
    assertContent(eventuallyOpenToWrite(uri), entries(KeyDomain.SIGNED, 1, keys));
  }

  /** A server may need a moment to notice that its client has died. */
  private SecondaryIndex eventuallyOpenToWrite(String uri) {
    return org.awaitility.Awaitility.await("the dead writer's lock is free")
        .atMost(java.time.Duration.ofSeconds(20))
        .ignoreExceptionsMatching(
            e -> String.valueOf(e.getMessage()).contains("in use by another writer"))
        .until(() -> fixture().openToWrite(uri), java.util.Objects::nonNull);
  }
}

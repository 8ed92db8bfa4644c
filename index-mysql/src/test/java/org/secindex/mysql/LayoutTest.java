package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.TransientIndexException;

/** One table, many tables, partitions. */
class LayoutTest {
  @TempDir static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start(directory, "--max-allowed-packet=1M");
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static String uri(String name, Layout layout, int rowsPerTable) {
    return server.uri(
        name, "layout=" + layout.name().toLowerCase(Locale.ROOT), "rows-per-table=" + rowsPerTable);
  }

  private static SortedEntries entries(KeyDomain domain, int chunk, long... ascending) {
    int[] chunks = new int[ascending.length];
    java.util.Arrays.fill(chunks, chunk);
    return SortedEntries.of(domain, ascending, chunks, new int[ascending.length]);
  }

  private static List<Long> keys(SecondaryIndex index, KeyRange range) {
    List<Long> keys = new ArrayList<>();
    try (EntryCursor rows = index.scan(range)) {
      while (rows.next()) {
        keys.add(rows.key());
      }
    }
    return keys;
  }

  private static long tables(String name) {
    return server.number(
        "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'sky' AND table_name"
            + " LIKE '"
            + name
            + "$%'");
  }

  @ParameterizedTest
  @CsvSource({"SPLIT, SIGNED", "SPLIT, UNSIGNED", "PARTITIONED, SIGNED", "PARTITIONED, UNSIGNED"})
  void keysAtEveryEdgeOfARangeAreWrittenAndFoundInTheSamePlace(Layout layout, KeyDomain domain) {
    // Two entries a table; the second table begins at 2^33, the last at the largest key.
    long[] loaded =
        LongStream.of(
                domain.min() + 5,
                4_294_967_297L,
                1L << 33,
                (1L << 33) + 1,
                (1L << 40) - 1,
                1L << 40,
                domain.max() - 1,
                domain.max())
            .toArray();
    String name = server.newName();
    String uri = uri(name, layout, 2);
    try (SecondaryIndex index = Indexes.create(uri, domain)) {
      assertThat(index.load(entries(domain, 1, loaded))).isEqualTo(8);
    }
    long parts =
        layout == Layout.SPLIT
            ? tables(name)
            : server.number(
                "SELECT COUNT(*) FROM information_schema.partitions WHERE table_schema = 'sky' AND"
                    + " table_name = '"
                    + name
                    + "'");
    assertThat(parts).isEqualTo(4);
    // Below all, around each edge, between two tables, above all.
    long[] added =
        LongStream.of(
                domain.min(),
                domain.min() + 1,
                4_294_967_296L,
                (1L << 33) - 1,
                (1L << 33) + 2,
                (1L << 40) - 2,
                (1L << 40) + 1,
                domain.max() - 2)
            .toArray();
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE)) {
      assertThat(index.update(entries(domain, 2, added))).isEqualTo(8);
      List<Long> all =
          LongStream.concat(LongStream.of(loaded), LongStream.of(added))
              .boxed()
              .sorted(domain::compare)
              .toList();
      assertThat(keys(index, KeyRange.all())).isEqualTo(all);
      assertThat(index.verify().problems()).isEmpty();
      for (long key : loaded) {
        assertThat(index.find(key).orElseThrow().chunkId()).as("%d", key).isEqualTo(1);
        assertThat(keys(index, KeyRange.closed(key, key))).containsExactly(key);
        assertThat(keys(index, KeyRange.atLeast(key)))
            .isEqualTo(all.subList(all.indexOf(key), all.size()));
      }
      Lookup answers = index.findAll(added);
      for (int i = 0; i < added.length; i++) {
        assertThat(answers.chunkId(i)).isEqualTo(2);
        assertThat(index.find(added[i]).orElseThrow().chunkId()).isEqualTo(2);
      }
      assertThat(index.find((1L << 33) + 3)).isEmpty();
      index.remove(added);
      index.update(entries(domain, 3, loaded));
      assertThat(index.findAll(added).foundCount()).isZero();
      assertThat(index.find(domain.max()).orElseThrow().chunkId()).isEqualTo(3);
      assertThat(index.statistics().firstKey()).hasValue(loaded[0]);
      assertThat(index.statistics().lastKey()).hasValue(domain.max());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SPLIT", "PARTITIONED"})
  void layoutAndRangesSurviveWhateverTheOptionsSayLater(Layout layout) {
    String name = server.newName();
    Indexes.create(uri(name, layout, 300), KeyDomain.SIGNED).close();
    String other = uri(name, Layout.SINGLE, 7);
    try (SecondaryIndex index = Indexes.open(other, Access.WRITE)) {
      assertThat(index.load(TestServer.entries(1000))).isEqualTo(1000);
      index.update(entries(KeyDomain.SIGNED, 9, -5, 3001, 99_999));
    }
    try (SecondaryIndex index = Indexes.open(other)) {
      assertThat(index.statistics().details())
          .containsEntry("layout", layout.name().toLowerCase(Locale.ROOT))
          .containsEntry("rows per table", "300");
      assertThat(keys(index, KeyRange.all())).hasSize(1003).contains(-5L, 3001L, 99_999L);
      assertThat(index.findAll(LongStream.range(0, 1000).map(i -> 10 * i).toArray()).missing())
          .isEmpty();
      assertThat(index.verify().problems()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theLongestNameLeavesRoomForThoseOfTables(Layout layout) {
    String uri = uri(layout + "n".repeat(48 - layout.toString().length()), layout, 10);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      assertThat(index.load(TestServer.entries(1005))).isEqualTo(1005);
      assertThat(index.verify().entries()).isEqualTo(1005);
    }
    Indexes.drop(uri);
  }

  @Test
  void aLookUpIsPreparedOnceForEachTableAndConnection() {
    String uri = uri(server.newName(), Layout.SPLIT, 10) + "&connections=1";
    long open = status("Prepared_stmt_count");
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(600));
      long before = status("Com_stmt_prepare");
      for (int round = 0; round < 10; round++) {
        for (long key = 0; key < 6000; key += 50) {
          assertThat(index.find(key)).isPresent();
        }
      }
      assertThat(index.statistics().details()).containsEntry("tables", "60");
      assertThat(status("Com_stmt_prepare") - before).isEqualTo(60);
      assertThat(status("Prepared_stmt_count") - open).isEqualTo(60);
    }
    await().untilAsserted(() -> assertThat(status("Prepared_stmt_count")).isEqualTo(open));
  }

  private static long status(String name) {
    return server.number(
        "SELECT variable_value FROM information_schema.global_status WHERE variable_name = '"
            + name
            + "'");
  }

  @Test
  void aLoadGivesEachTableAsManyEntriesAsWereAskedFor() {
    String name = server.newName();
    int perTable = ParallelLoad.ROWS_PER_STATEMENT + 1000;
    int size = 2 * perTable + 10;
    try (SecondaryIndex index =
        Indexes.create(uri(name, Layout.SPLIT, perTable), KeyDomain.SIGNED)) {
      assertThat(index.load(TestServer.entries(size))).isEqualTo(size);
      assertThat(index.statistics().details()).containsEntry("tables", "3");
      assertThat(index.verify().entries()).isEqualTo(size);
    }
    assertThat(
            server.number(
                "SELECT firstKey FROM sky.secindex_ranges WHERE name = '"
                    + name
                    + "' AND part = 1"))
        .isEqualTo(10L * perTable);
    assertThat(
            server.number(
                "SELECT firstKey FROM sky.secindex_ranges WHERE name = '"
                    + name
                    + "' AND part = 2"))
        .isEqualTo(20L * perTable);
  }

  @Test
  void twoHundredThousandKeysInOneCallOverManyTablesThroughASmallPacket() {
    long first = 4_611_686_018_427_387_904L;
    int size = 200_000;
    long[] keys = LongStream.range(0, size).map(i -> first + 3 * i).toArray();
    int[] chunks = LongStream.range(0, size).mapToInt(i -> (int) (i / 7)).toArray();
    try (SecondaryIndex index =
        Indexes.create(uri(server.newName(), Layout.SPLIT, 30_000), KeyDomain.SIGNED)) {
      index.load(SortedEntries.of(KeyDomain.SIGNED, keys, chunks, new int[size]));
      long[] asked = LongStream.range(0, size).map(i -> first + 3 * (size - 1 - i)).toArray();
      asked[100_000] = first + 1;
      Lookup answers = index.findAll(asked);
      assertThat(answers.missing()).containsExactly(first + 1);
      for (int i = 0; i < size; i++) {
        if (i != 100_000) {
          assertThat(answers.chunkId(i)).isEqualTo((size - 1 - i) / 7);
        }
      }
      index.remove(asked);
      assertThat(index.findAll(keys).foundCount()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReaderThatWasOpenBeforeALoadFindsWhatItBrought(Layout layout) {
    String uri = uri(server.newName(), layout, 100);
    try (SecondaryIndex writer = Indexes.create(uri, KeyDomain.SIGNED);
        SecondaryIndex one = Indexes.open(uri);
        SecondaryIndex many = Indexes.open(uri);
        SecondaryIndex scanning = Indexes.open(uri)) {
      assertThat(one.find(5000)).isEmpty();
      assertThat(many.findAll(new long[] {5000}).foundCount()).isZero();
      assertThat(keys(scanning, KeyRange.all())).isEmpty();
      writer.load(TestServer.entries(1000));
      assertThat(one.find(5000)).isPresent();
      assertThat(many.findAll(new long[] {5, 0, 5000, 9990}).foundCount()).isEqualTo(3);
      assertThat(keys(scanning, KeyRange.all())).hasSize(1000);
    }
  }

  @Test
  void aReaderOfAnIndexThatIsReplacedByAnotherNeverAsksTheWrongTable() {
    String uri = uri(server.newName(), Layout.SPLIT, 100);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(1000));
    }
    try (SecondaryIndex reader = Indexes.open(uri)) {
      assertThat(reader.find(5000)).isPresent();
      Indexes.drop(uri);
      try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
        index.load(
            entries(KeyDomain.SIGNED, 4, LongStream.range(0, 1000).map(i -> 5 * i).toArray()));
      }
      long[] all = LongStream.range(0, 1000).map(i -> 5 * i).toArray();
      assertThat(reader.findAll(all).missing()).isEmpty();
      assertThat(reader.find(4995).orElseThrow().chunkId()).isEqualTo(4);
    }
  }

  @Test
  void aScanShowsAllTablesAsTheyWereWhenItBegan() {
    String name = server.newName();
    String uri = uri(name, Layout.SPLIT, 50_000);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(200_000));
      try (EntryCursor rows = index.scan(KeyRange.all())) {
        assertThat(rows.next()).isTrue();
        index.remove(LongStream.range(100_000, 200_000).map(i -> 10 * i).toArray());
        index.update(entries(KeyDomain.SIGNED, 1, 1_999_991));
        // The tables that it has not come to yet are kept as well.
        assertThatThrownBy(index::compact).isInstanceOf(TransientIndexException.class);
        long count = 1;
        while (rows.next()) {
          assertThat(rows.key()).isEqualTo(10 * count++);
        }
        assertThat(count).isEqualTo(200_000);
      }
      assertThat(index.verify().entries()).isEqualTo(100_001);
      index.compact();
    }
    try (SecondaryIndex index = Indexes.open(uri);
        EntryCursor rows = index.scan(KeyRange.all())) {
      assertThat(rows.next()).isTrue();
      assertThatThrownBy(() -> Indexes.drop(uri)).isInstanceOf(TransientIndexException.class);
      assertThat(index.find(10)).isPresent();
      assertThat(index.find(1_999_991)).isPresent();
    }
    Indexes.open(uri).close();
    Indexes.drop(uri);
    assertThat(tables(name)).isZero();
  }

  @Test
  void aScanThatBreaksBetweenTwoTablesNamesTheLastKeyThatItDelivered() {
    String uri = uri(server.newName(), Layout.SPLIT, 100_000);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(600_000));
      try (EntryCursor rows = index.scan(KeyRange.all())) {
        for (int i = 0; i < 150_000; i++) {
          assertThat(rows.next()).isTrue();
        }
        server.run(
            "KILL "
                + server.number(
                    "SELECT trx_mysql_thread_id FROM information_schema.innodb_trx WHERE"
                        + " trx_mysql_thread_id NOT IN (0, CONNECTION_ID())"));
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
        assertThat(keys(index, KeyRange.atLeast(last[0] + 1)))
            .hasSize((int) (600_000 - 1 - last[0] / 10));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatALoadThatDiedLeftBehindIsGoneAfterTheNextOne(Layout layout) {
    String name = server.newName();
    String uri = uri(name, layout, 100);
    Indexes.create(uri, KeyDomain.SIGNED).close();
    // What a killed loader leaves: tables with names of loads, and the index listed as BUILDING.
    server.run(
        "CREATE TABLE sky.`"
            + name
            + "$0badcafe_0` (objectId BIGINT PRIMARY KEY) ENGINE=InnoDB"
            + " COMMENT='secindex: entries of an index'",
        "CREATE TABLE sky.`" + name + "$theirs` (a INT) ENGINE=InnoDB",
        "UPDATE sky.secindex_meta SET state = 'BUILDING' WHERE name = '" + name + "'");
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.BUILDING);
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE)) {
      assertThat(index.load(TestServer.entries(500))).isEqualTo(500);
      assertThat(index.verify().entries()).isEqualTo(500);
    }
    // Whoever made a table with such a name, it is not ours without our mark.
    assertThat(tables(name)).isEqualTo(layout == Layout.SPLIT ? 6 : 1);
    Indexes.drop(uri);
    assertThat(tables(name)).isEqualTo(1);
  }

  @Test
  void theRegisterGoesWithTheLastIndexOfADatabase() {
    String one = server.uri("one").replace("/sky/", "/lonely/");
    String two = one.replace("/one?", "/two?");
    Indexes.create(one, KeyDomain.SIGNED).close();
    Indexes.create(two, KeyDomain.SIGNED).close();
    Indexes.drop(one);
    assertThat(Indexes.state(two)).isEqualTo(IndexState.READY);
    Indexes.drop(two);
    assertThat(
            server.number(
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'lonely'"))
        .isZero();
    Indexes.create(two, KeyDomain.SIGNED).close();
    assertThat(Indexes.state(two)).isEqualTo(IndexState.READY);
  }
}

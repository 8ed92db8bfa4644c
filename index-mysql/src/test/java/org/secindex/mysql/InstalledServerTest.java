package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexException;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.TransientIndexException;

/**
 * What differs between versions, on the MariaDB that is installed on this machine (Debian 12:
 * 10.11) besides the one from Maven. All tests run on it by {@code
 * -Dsecindex.mariadb=/usr/sbin/mariadbd}.
 */
class InstalledServerTest {
  @TempDir static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.startInstalled(directory);
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SINGLE, SIGNED, local, replace", "SPLIT, UNSIGNED, local, replace",
    "PARTITIONED, SIGNED, local, upsert", "PARTITIONED, UNSIGNED, insert, upsert",
    "SPLIT, SIGNED, insert, replace"
  })
  void everythingWorks(Layout layout, KeyDomain domain, String load, String update) {
    String uri =
        server.uri(
            server.newName(),
            "layout=" + layout.name().toLowerCase(Locale.ROOT),
            "rows-per-table=4000",
            "load=" + load,
            "update=" + update);
    long[] keys = LongStream.range(0, 10_000).map(i -> domain.min() + (i << 50)).toArray();
    try (SecondaryIndex index = Indexes.create(uri, domain)) {
      assertThat(index.load(entries(domain, keys, 1))).isEqualTo(10_000);
    }
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE)) {
      assertThat(index.update(entries(domain, keys, 2))).isEqualTo(10_000);
      index.remove(new long[] {keys[0], keys[5000], keys[9999]});
      index.compact();
      assertThat(index.findAll(keys).foundCount()).isEqualTo(9997);
      assertThat(index.find(keys[1]).orElseThrow().chunkId()).isEqualTo(2);
      assertThat(index.find(keys[5000])).isEmpty();
      try (EntryCursor rows = index.scan(KeyRange.all())) {
        for (int i = 1; i < 9999; i++) {
          if (i != 5000) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.key()).isEqualTo(keys[i]);
          }
        }
        assertThat(rows.next()).isFalse();
      }
      assertThat(index.verify().problems()).isEmpty();
      assertThat(index.statistics().details().get("server")).startsWith("MariaDB 1");
    }
    Indexes.drop(uri);
  }

  private static SortedEntries entries(KeyDomain domain, long[] keys, int chunk) {
    int[] chunks = new int[keys.length];
    java.util.Arrays.fill(chunks, chunk);
    return SortedEntries.of(domain, keys, chunks, new int[keys.length]);
  }

  /**
   * MariaDB before 11.1 has no transaction_isolation, for which the driver asks whatever tells a
   * version of 8.0.3 or newer, as MariaDB 11.0 does, or a proxy.
   */
  @Test
  void aServerThatTellsAnotherVersionIsReportedWithTheCause(@TempDir Path other)
      throws IOException {
    try (TestServer pretender = TestServer.startInstalled(other, "--version=11.0.2-MariaDB")) {
      String uri = pretender.uri("idx");
      for (Runnable call :
          new Runnable[] {
            () -> Indexes.create(uri, KeyDomain.SIGNED),
            () -> Indexes.open(uri),
            () -> Indexes.open(uri, Access.WRITE),
            () -> Indexes.state(uri)
          }) {
        assertThatThrownBy(call::run)
            .isInstanceOf(IndexException.class)
            .isNotInstanceOf(TransientIndexException.class)
            .hasMessageContaining("transaction_isolation")
            .hasMessageContaining("MariaDB 11.0")
            .hasMessageContaining("proxy");
      }
    }
  }

  @Test
  void aTableOfQservIsAttached() {
    server.run(
        "CREATE DATABASE qservMeta",
        "CREATE TABLE qservMeta.dp1__Object (qserv_trans_id INT NOT NULL, objectId BIGINT NOT NULL,"
            + " chunkId INT NOT NULL, subChunkId INT NOT NULL, KEY (qserv_trans_id, objectId), KEY"
            + " (objectId)) PARTITION BY LIST (qserv_trans_id) (PARTITION p0 VALUES IN (0),"
            + " PARTITION p1 VALUES IN (1))",
        "INSERT INTO qservMeta.dp1__Object VALUES (0, 5, 6, 7), (1, 8, 9, 10)");
    String uri = server.uri("dp1__Object", "attach=true").replace("/sky/", "/qservMeta/");
    try (SecondaryIndex index = Indexes.open(uri)) {
      assertThat(index.findAll(new long[] {5, 8, 9}).foundCount()).isEqualTo(2);
      assertThat(index.find(8).orElseThrow().chunkId()).isEqualTo(9);
    }
  }
}

package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** Two who write the same keys in opposite order. */
@Timeout(120)
class ContentionTest {
  private static final int KEYS = 10_000;

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

  /**
   * The other one is a client that knows nothing of us, key by key downwards, in transactions; two
   * writers of ours never meet.
   */
  @ParameterizedTest
  @EnumSource
  void theContentIsThatOfOneAfterTheOther(Layout layout) throws Exception {
    String name = server.newName();
    String uri =
        server.uri(
            name,
            "layout=" + layout.name().toLowerCase(java.util.Locale.ROOT),
            "rows-per-table=3000");
    long[] keys = LongStream.range(0, KEYS).toArray();
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(generation(keys, 0));
      assertThatThrownBy(() -> Indexes.open(uri, Access.WRITE))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("in use by another writer");
      AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
      Thread other =
          new Thread(() -> thrown.set(catchThrowable(() -> updateDownwards(name, keys))));
      other.start();
      for (int generation = 1; generation <= 5; generation++) {
        assertThat(index.update(generation(keys, generation))).isEqualTo(KEYS);
      }
      other.join();
      assertThat(thrown.get()).isNull();
      Lookup answers = index.findAll(keys);
      assertThat(answers.missing()).isEmpty();
      for (int i = 0; i < KEYS; i++) {
        // The last update of ours, and perhaps the other one's count upon it.
        assertThat(answers.chunkId(i)).isIn(5, 105);
      }
      index.update(generation(keys, 6));
      Lookup last = index.findAll(keys);
      for (int i = 0; i < KEYS; i++) {
        assertThat(last.chunkId(i)).isEqualTo(6);
      }
      assertThat(index.verify().entries()).isEqualTo(KEYS);
    }
  }

  private static SortedEntries generation(long[] keys, int chunk) {
    int[] chunks = new int[keys.length];
    java.util.Arrays.fill(chunks, chunk);
    return SortedEntries.of(KeyDomain.SIGNED, keys, chunks, new int[keys.length]);
  }

  private static void updateDownwards(String name, long[] keys) throws SQLException {
    IndexRow row;
    EntryTables tables;
    Connections connections = server.connections(name);
    MySqlAddress address = connections.address();
    try (Connection connection = connections.toWrite()) {
      row = new IndexRegister(address).require(connection);
      tables = new IndexTables(address).read(connection, row);
      int unit = 500;
      for (int end = keys.length; end > 0; end -= unit) {
        int last = end - 1;
        int first = end - unit;
        untilThrough(
            connection,
            address,
            c -> {
              for (int i = last; i >= first; i--) {
                try (PreparedStatement statement =
                    c.prepareStatement(
                        "UPDATE "
                            + tables.of(keys[i])
                            + " SET chunkId = chunkId % 100 + 100 WHERE objectId = ?")) {
                  statement.setLong(1, keys[i]);
                  statement.executeUpdate();
                }
              }
            });
      }
    }
  }

  /** A stranger does not give up, however often the server gives it up for our sake. */
  private static void untilThrough(
      Connection connection, MySqlAddress address, Transactions.Unit unit) throws SQLException {
    while (true) {
      try {
        Transactions.run(connection, address, unit);
        return;
      } catch (SQLException e) {
        if (!MySqlErrors.isRepeatable(e)) {
          throw e;
        }
      }
    }
  }
}

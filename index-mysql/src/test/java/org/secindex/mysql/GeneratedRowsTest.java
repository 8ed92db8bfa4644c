package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.secindex.api.EntryChecksum;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.IndexUri;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.Location;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.Verification;

/** Entries that the server makes up. */
class GeneratedRowsTest {
  @TempDir static Path directory;
  private static TestServer server;

  private final MySqlIndexProvider provider = new MySqlIndexProvider();

  @BeforeAll
  static void start() throws IOException {
    // It must not be needed.
    server = TestServer.start(directory, "--local-infile=0");
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "SINGLE, SIGNED, 1, 1", "SINGLE, SIGNED, 1000000, 10", "SINGLE, UNSIGNED, 1000001, 3",
    "SPLIT, SIGNED, 400000, 10", "SPLIT, UNSIGNED, 300001, 7", "PARTITIONED, SIGNED, 300000, 1"
  })
  void allAreThereAsTheFormulaHasThem(Layout layout, KeyDomain domain, long count, long stride) {
    String uri =
        server.uri(
            server.newName(),
            "layout=" + layout.name().toLowerCase(Locale.ROOT),
            "rows-per-table=100000");
    GeneratedRows rows = new GeneratedRows(count, stride);
    Indexes.create(uri, domain).close();
    assertThat(provider.generate(IndexUri.parse(uri), rows)).isEqualTo(count);
    EntryChecksum expected = new EntryChecksum();
    for (long rank = 0; rank < count; rank++) {
      Location location = rows.location(rank);
      expected.add(rows.key(rank), location.chunkId(), location.subChunkId());
    }
    try (SecondaryIndex index = Indexes.open(uri)) {
      Verification found = index.verify();
      assertThat(found.problems()).isEmpty();
      assertThat(found.entries()).isEqualTo(count);
      assertThat(found.checksum()).isEqualTo(expected.value());
      assertThat(index.find(rows.key(count - 1))).contains(rows.location(count - 1));
      assertThat(index.find(rows.key(count - 1) + 1)).isEmpty();
      assertThat(index.statistics().entries()).isEqualTo(count);
      if (layout == Layout.SPLIT) {
        assertThat(index.statistics().details()).containsEntry("tables", "4");
      }
    }
    Indexes.drop(uri);
  }

  @Test
  void onlyAnEmptyIndexIsFilled() {
    String uri = server.uri(server.newName());
    GeneratedRows rows = new GeneratedRows(10, 10);
    assertThatThrownBy(() -> provider.generate(IndexUri.parse(uri), rows))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("no index at");
    Indexes.create(uri, KeyDomain.SIGNED).close();
    provider.generate(IndexUri.parse(uri), rows);
    assertThatThrownBy(() -> provider.generate(IndexUri.parse(uri), rows))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("not empty");
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.READY);
    try (SecondaryIndex index = Indexes.open(uri)) {
      assertThat(index.verify().entries()).isEqualTo(10);
    }
  }

  @Test
  void numbersThatLeadNowhereAreRefused() {
    for (long[] wrong :
        new long[][] {{0, 1}, {1, 0}, {3, Long.MAX_VALUE}, {200_000_000_000_000L, 1}}) {
      assertThatThrownBy(() -> new GeneratedRows(wrong[0], wrong[1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(new GeneratedRows(2, Long.MAX_VALUE).key(1)).isEqualTo(Long.MAX_VALUE);
  }
}

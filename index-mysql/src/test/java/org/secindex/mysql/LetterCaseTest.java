package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.NotAnIndexException;
import org.secindex.api.SecondaryIndex;

/** A server that stores the names of tables in lower case, as all do on Windows. */
class LetterCaseTest {
  @TempDir static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start(directory, "--lower-case-table-names=1");
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static String uri(String name, Layout layout) {
    return server
        .uri(name, "layout=" + layout.name().toLowerCase(Locale.ROOT), "rows-per-table=100")
        .replace("/sky/", "/Sky/");
  }

  @ParameterizedTest
  @EnumSource
  void anIndexWithCapitalsInItsNameKeepsItsTables(Layout layout) {
    String uri = uri("DR2_" + layout, layout);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED);
        SecondaryIndex reader = Indexes.open(uri)) {
      assertThat(reader.find(10)).isEmpty();
      assertThat(index.load(TestServer.entries(250))).isEqualTo(250);
      assertThat(reader.find(10)).isPresent();
    }
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE)) {
      index.update(TestServer.entries(260));
      assertThat(index.verify().problems()).isEmpty();
      assertThat(index.verify().entries()).isEqualTo(260);
      assertThat(index.statistics().bytesOnDisk().orElseThrow()).isPositive();
    }
    Indexes.drop(uri);
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.ABSENT);
    assertThat(
            server.number(
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_name LIKE 'dr2_"
                    + layout
                    + "%'"))
        .isZero();
  }

  @ParameterizedTest
  @EnumSource
  void anIndexWhoseNameDiffersByCaseOnlyDoesNotTakeTheTablesOfTheOther(Layout layout) {
    String one = uri("Twin_" + layout, layout);
    String two = uri("TWIN_" + layout, layout);
    try (SecondaryIndex index = Indexes.create(one, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(250));
    }
    assertThatThrownBy(() -> Indexes.create(two, KeyDomain.SIGNED))
        .isInstanceOf(IndexException.class);
    if (layout == Layout.SPLIT) {
      // Nothing stands in its place.
      Indexes.drop(two);
    } else {
      assertThatThrownBy(() -> Indexes.drop(two)).isInstanceOf(NotAnIndexException.class);
    }
    try (SecondaryIndex index = Indexes.open(one)) {
      assertThat(index.verify().entries()).isEqualTo(250);
    }
    Indexes.drop(one);
  }
}

package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** Servers and machines that are set up otherwise than one would like. */
class SettingsTest {
  @TempDir static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server =
        TestServer.start(
            directory,
            // All that an installation may have lying around, and that must not matter.
            "--default-time-zone=+05:45",
            "--lc-time-names=de_DE",
            "--sql-mode=ANSI_QUOTES,NO_BACKSLASH_ESCAPES",
            "--character-set-server=latin1",
            "--transaction-isolation=READ-UNCOMMITTED",
            "--max-error-count=0",
            "--autocommit=0",
            // The tables of an index share one file, which cannot grow beyond this.
            "--innodb-file-per-table=0",
            "--innodb-data-file-path=ibdata1:12M:autoextend:max:24M",
            "--log-output=TABLE");
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Test
  void zoneLocaleAndSqlModeHaveNoEffect() {
    Locale locale = Locale.getDefault();
    TimeZone zone = TimeZone.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
    try {
      String uri = server.uri(server.newName(), "layout=SPLIT", "rows-per-table=30");
      try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
        index.load(TestServer.entries(100));
        index.update(TestServer.entries(101));
      }
      try (SecondaryIndex index = Indexes.open(uri)) {
        assertThat(index.verify().entries()).isEqualTo(101);
        assertThat(index.findAll(new long[] {10, 5, 990}).foundCount()).isEqualTo(2);
        assertThat(index.statistics().details()).containsEntry("layout", "split");
      }
      Indexes.drop(uri);
    } finally {
      Locale.setDefault(locale);
      TimeZone.setDefault(zone);
    }
  }

  @Test
  void noAnswerIsCutOffByALimitOfTheServer() {
    server.run("SET GLOBAL sql_select_limit=7");
    String uri = server.uri(server.newName(), "layout=split", "rows-per-table=50");
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(100));
      assertThat(index.findAll(LongStream.range(0, 100).map(i -> 10 * i).toArray()).missing())
          .isEmpty();
      assertThat(index.verify().entries()).isEqualTo(100);
    } finally {
      server.run("SET GLOBAL sql_select_limit=DEFAULT");
    }
    Indexes.drop(uri);
  }

  @Test
  void whatIsNotCommittedIsNotSeen() throws SQLException {
    String name = server.newName();
    String uri = server.uri(name);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED);
        Connection other = server.connections("any").toWrite();
        Statement statement = other.createStatement()) {
      index.load(TestServer.entries(100));
      other.setAutoCommit(false);
      statement.executeUpdate("DELETE FROM sky." + name + " WHERE objectId BETWEEN 10 AND 50");
      assertThat(index.find(10)).isPresent();
      assertThat(index.findAll(new long[] {10, 20, 30}).missing()).isEmpty();
      assertThat(index.verify().entries()).isEqualTo(100);
      other.rollback();
    }
    Indexes.drop(uri);
  }

  /** With max_error_count=0 a server counts its warnings, but has none to show. */
  @Test
  void aWarningIsSeenWhereTheServerShowsNone() {
    String name = server.newName();
    String uri = server.uri(name);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(10));
      server.run("ALTER TABLE sky." + name + " MODIFY chunkId TINYINT NOT NULL");
      SortedEntries tooLarge =
          SortedEntries.of(
              KeyDomain.SIGNED, new long[] {5, 6}, new int[] {1, 1_234_567_890}, new int[2]);
      assertThatThrownBy(() -> index.update(tooLarge))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("Out of range value for column 'chunkId' at row 2");
      assertThat(index.verify().entries()).isEqualTo(10);
    }
    Indexes.drop(uri);
  }

  /** DM-2617: without InnoDB a server may silently take another engine. */
  @Test
  void aServerThatAllowsNoInnoDbIsToldFromOthersBeforeAnythingIsThere() {
    String uri = server.uri(server.newName()).replace("/sky/", "/old_sky/");
    server.run("CREATE DATABASE old_sky", "SET GLOBAL enforce_storage_engine=MyISAM");
    try {
      assertThatThrownBy(() -> Indexes.create(uri, KeyDomain.SIGNED))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("an index needs InnoDB");
      assertThat(
              server.number(
                  "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'old_sky'"))
          .isZero();
    } finally {
      server.run("SET GLOBAL enforce_storage_engine=NULL");
    }
    Indexes.create(uri, KeyDomain.SIGNED).close();
    server.run("SET GLOBAL enforce_storage_engine=MyISAM");
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE)) {
      assertThatThrownBy(() -> index.load(TestServer.entries(10)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("InnoDB");
    } finally {
      server.run("SET GLOBAL enforce_storage_engine=NULL");
    }
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE)) {
      assertThat(index.load(TestServer.entries(10))).isEqualTo(10);
    }
    Indexes.drop(uri);
  }

  @Test
  void noVariableIsReadThatHasOtherNamesElsewhere() {
    server.run("SET GLOBAL general_log=1");
    try {
      String uri = server.uri(server.newName());
      try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
        index.load(TestServer.entries(100));
        index.update(TestServer.entries(100));
        index.find(10);
        index.findAll(new long[] {10, 20});
        index.statistics();
        index.verify();
      }
      Indexes.drop(uri);
    } finally {
      server.run("SET GLOBAL general_log=0");
    }
    String query =
        "SELECT COUNT(*) FROM mysql.general_log WHERE argument NOT LIKE '/* mysql-connector%' AND"
            // What the driver asks when it connects is chosen by the version of the server.
            + " argument LIKE ";
    assertThat(server.number(query + "'%max_allowed_packet%'")).isPositive();
    for (String variable :
        new String[] {"tx_isolation", "transaction_isolation", "query_cache", "have_ssl"}) {
      assertThat(server.number(query + "'%@@%" + variable + "%'")).as(variable).isZero();
    }
  }

  @Test
  void aFullDiskIsNamedAndLeavesAnEmptyIndex() {
    String uri = server.uri(server.newName());
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      assertThatThrownBy(() -> index.load(TestServer.entries(2_000_000)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("is full")
          .hasMessageContaining("disk");
      assertThat(index.verify().entries()).isZero();
      assertThat(index.load(TestServer.entries(1000))).isEqualTo(1000);
      assertThatThrownBy(() -> index.update(TestServer.entries(2_000_000)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("is full");
      // Of an update that failed some units may have been done, and no unit in part.
      assertThat(index.verify().entries() % (1 << 16)).isIn(0L, 1000L);
    }
    Indexes.drop(uri);
  }

  @Test
  void aServerThatIsReadOnlySaysSoAndIsRead() {
    String name = server.newName();
    String uri = server.uri(name);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(100));
    }
    server.run(
        "CREATE OR REPLACE USER writer@'127.0.0.1' IDENTIFIED BY 'writer'",
        "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP ON sky.* TO writer@'127.0.0.1'",
        "SET GLOBAL read_only=1");
    try {
      Path password = Files.writeString(directory.resolve("writer"), "writer");
      String asWriter =
          server.place(name).replace("secindex@", "writer@") + "?password-file=" + password;
      try (SecondaryIndex index = Indexes.open(asWriter)) {
        assertThat(index.find(10)).isPresent();
      }
      try (SecondaryIndex index = Indexes.open(asWriter, Access.WRITE)) {
        for (Runnable call :
            new Runnable[] {
              () -> index.update(TestServer.entries(5)), () -> index.remove(new long[] {10})
            }) {
          assertThatThrownBy(call::run)
              .isInstanceOf(IndexException.class)
              .hasMessageContaining("read-only");
        }
        assertThat(index.find(10)).isPresent();
      }
      assertThatThrownBy(() -> Indexes.create(asWriter.replace(name, name + "b"), KeyDomain.SIGNED))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("read-only");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } finally {
      server.run("SET GLOBAL read_only=0");
    }
    // These are all the rights that a writer needs, for all layouts.
    for (Layout layout : Layout.values()) {
      String mine =
          server.place(server.newName()).replace("secindex@", "writer@")
              + "?layout="
              + layout.name().toLowerCase(Locale.ROOT)
              + "&rows-per-table=40&password-file="
              + directory.resolve("writer");
      try (SecondaryIndex index = Indexes.create(mine, KeyDomain.SIGNED)) {
        index.load(TestServer.entries(100));
        index.update(TestServer.entries(110));
        index.remove(new long[] {10});
        index.compact();
        assertThat(index.verify().entries()).isEqualTo(109);
      }
      Indexes.drop(mine);
      assertThat(Indexes.state(mine)).isEqualTo(IndexState.ABSENT);
    }
  }

  @Test
  void theRightThatIsMissingIsNamed() throws IOException {
    Path password = Files.writeString(directory.resolve("maker"), "maker");
    server.run(
        "CREATE DATABASE IF NOT EXISTS sky",
        "CREATE OR REPLACE USER maker@'127.0.0.1' IDENTIFIED BY 'maker'",
        "GRANT SELECT, INSERT, UPDATE, DELETE, DROP ON sky.* TO maker@'127.0.0.1'");
    String uri =
        server.place(server.newName()).replace("secindex@", "maker@")
            + "?password-file="
            + password;
    assertThatThrownBy(() -> Indexes.create(uri, KeyDomain.SIGNED))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("CREATE command denied")
        .hasMessageContaining("grant user 'maker'");
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.ABSENT);
  }
}

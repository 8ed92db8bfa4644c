package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** The ways in which rows get to the server. */
class TransferTest {
  @TempDir static Path directory;
  private static Path files;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    files = Files.createDirectory(directory.resolve("files"));
    server =
        TestServer.start(
            directory, "--max-allowed-packet=1M", "--secure-file-priv=" + files.toRealPath());
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static String infile(String name) {
    return server.uri(name, "load=infile", "infile-directory=" + files);
  }

  @ParameterizedTest
  @CsvSource({
    "local, replace, SIGNED", "local, upsert, UNSIGNED", "insert, replace, UNSIGNED",
    "insert, upsert, SIGNED", "infile, replace, UNSIGNED", "infile, upsert, SIGNED"
  })
  void everyWayBringsTheSame(String load, String update, KeyDomain domain) throws IOException {
    String uri =
        server.uri(
            server.newName(),
            "load=" + load,
            "update=" + update,
            "infile-directory=" + files,
            "layout=split",
            "rows-per-table=60000");
    int size = 100_000;
    long[] keys = LongStream.range(0, size).map(i -> domain.max() - 3L * (size - i)).toArray();
    int[] first = new int[size];
    java.util.Arrays.fill(first, 1_234_567_890);
    try (SecondaryIndex index = Indexes.create(uri, domain)) {
      assertThat(index.load(SortedEntries.of(domain, keys, first, new int[size]))).isEqualTo(size);
      assertThat(index.verify().entries()).isEqualTo(size);
      // Half of them known, half new.
      long[] changed = LongStream.of(keys).map(k -> k % 2 == 0 ? k : k + 1).distinct().toArray();
      int[] second = new int[changed.length];
      java.util.Arrays.fill(second, 5);
      SortedEntries update1 = SortedEntries.of(domain, changed, second, new int[changed.length]);
      assertThat(index.update(update1)).isEqualTo(changed.length);
      // Again, all known and nothing to change.
      assertThat(index.update(SortedEntries.of(domain, changed, second, new int[changed.length])))
          .isEqualTo(changed.length);
      Lookup answers = index.findAll(changed);
      for (int i = 0; i < changed.length; i++) {
        assertThat(answers.chunkId(i)).isEqualTo(5);
      }
      assertThat(index.verify().problems()).isEmpty();
    }
    try (Stream<Path> left = Files.list(files)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void insertNeedsNoLocalInfileAndLocalIsNeverReplacedByIt() {
    String local = server.uri(server.newName());
    String insert = server.uri(server.newName(), "load=insert");
    try (SecondaryIndex one = Indexes.create(local, KeyDomain.SIGNED);
        SecondaryIndex other = Indexes.create(insert, KeyDomain.SIGNED)) {
      server.run("SET GLOBAL local_infile=0");
      assertThatThrownBy(() -> one.load(TestServer.entries(10)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("local_infile=0 there");
      assertThat(one.verify().entries()).isZero();
      assertThat(other.load(TestServer.entries(10))).isEqualTo(10);
      assertThat(other.update(TestServer.entries(11))).isEqualTo(11);
    } finally {
      server.run("SET GLOBAL local_infile=1");
    }
  }

  @Test
  void aDirectoryThatTheServerMayNotReadIsNamedBeforeAnythingIsSent() throws IOException {
    Path outside = Files.createDirectories(directory.resolve("outside"));
    String uri = server.uri(server.newName(), "load=infile", "infile-directory=" + outside);
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      assertThatThrownBy(() -> index.load(TestServer.entries(10)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("not permitted by the server")
          .hasMessageContaining("secure_file_priv")
          .hasMessageContaining(files.toRealPath().toString());
      assertThat(index.verify().entries()).isZero();
    }
    assertThatThrownBy(
            () ->
                MySqlOptions.from(org.secindex.api.IndexUri.parse("mysql://me@h/d/i?load=infile")))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("infile-directory");
    String nowhere =
        server.uri(server.newName(), "load=infile", "infile-directory=/nowhere/at/all");
    try (SecondaryIndex index = Indexes.create(nowhere, KeyDomain.SIGNED)) {
      assertThatThrownBy(() -> index.load(TestServer.entries(10)))
          .isInstanceOf(IndexConfigException.class)
          .hasMessageContaining("/nowhere/at/all");
    }
  }

  @Test
  void aServerThatHasItDisabledIsToldFromOneThatRestrictsIt() throws IOException {
    MySqlAddress address = new MySqlAddress("me", "h", 1, "sky", "idx");
    Path inside = Path.of("/var/lib/mysql-files/today");
    assertThatThrownBy(() -> facts(Optional.empty()).requireInfile(address, inside))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("secure_file_priv=NULL")
        .hasMessageContaining("load=local");
    facts(Optional.of("")).requireInfile(address, inside);
    facts(Optional.of("/var/lib/mysql-files/")).requireInfile(address, inside);
    assertThatThrownBy(
            () -> facts(Optional.of("/var/lib/mysql-files2")).requireInfile(address, inside))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("/var/lib/mysql-files2 only");
  }

  private static ServerFacts facts(Optional<String> secureFilePriv) {
    return new ServerFacts("MySQL", "8.4.0", 1 << 20, true, secureFilePriv, 1, false, 1);
  }

  /** The server follows links before it compares. */
  @Test
  void aLinkOutOfTheDirectoryIsRefusedByTheServerWithTheSetting() throws IOException {
    Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(files.resolve("link"), elsewhere);
    try (SecondaryIndex index =
        Indexes.create(
            server.uri(
                server.newName(),
                "load=infile",
                "infile-directory=" + files.toRealPath() + "/link"),
            KeyDomain.SIGNED)) {
      assertThatThrownBy(() -> index.load(TestServer.entries(10)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("secure_file_priv there")
          .hasMessageContaining("infile-directory");
      assertThat(index.verify().entries()).isZero();
    } finally {
      Files.delete(link);
    }
    try (Stream<Path> left = Files.list(elsewhere)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aFileThatTheServerMayNotReadIsToldFromOneThatIsNotThere() {
    ServerInfile infile =
        new ServerInfile(
            new MySqlAddress("me", "h", 1, "sky", "idx"), KeyDomain.SIGNED, Path.of("/data/in"));
    for (SQLException refused :
        new SQLException[] {
          new SQLException(
              "Can't get stat of '/x' (Errcode: 13 \"Permission denied\")", "HY000", 13),
          new SQLException("File '/x' not found (Errcode: 13 \"Permission denied\")", "HY000", 29),
          new SQLException(
              "The file '/x' must be in the database directory or be readable by all",
              "HY000",
              1085)
        }) {
      assertThatThrownBy(() -> infile.explained(refused))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("may not read it")
          .hasMessageContaining("/data/in");
    }
    SQLException other = new SQLException("Deadlock found", "40001", MySqlErrors.DEADLOCK);
    assertThat((Throwable) infile.explained(other)).isSameAs(other);
  }

  @Test
  void theFilePrivilegeIsAskedForByName() throws IOException {
    Path password = Files.writeString(directory.resolve("filer"), "filer");
    server.run(
        "CREATE OR REPLACE USER filer@'127.0.0.1' IDENTIFIED BY 'filer'",
        "GRANT ALL ON sky.* TO filer@'127.0.0.1'");
    String uri =
        server.place(server.newName()).replace("secindex@", "filer@")
            + "?load=infile&infile-directory="
            + files
            + "&password-file="
            + password;
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      assertThatThrownBy(() -> index.load(TestServer.entries(10)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("user 'filer' lacks the FILE privilege")
          .hasMessageContaining("load=local");
      assertThat(index.verify().entries()).isZero();
    }
  }

  @Test
  void oneStatementIsNeverLongerThanThePacket() {
    int packet = 1 << 20;
    MultiRowInsert insert =
        new MultiRowInsert(
            new MySqlAddress("u", "h", 1, "d".repeat(64), "i".repeat(48)),
            KeyDomain.UNSIGNED,
            packet,
            true);
    int rows = insert.rowsPerStatement();
    EntryBatch batch = new EntryBatch(rows);
    for (int i = 0; i < rows; i++) {
      batch.add(-1, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }
    EntryTable table =
        new EntryTable(
            new MySqlAddress("u", "h", 1, "d".repeat(64), "i".repeat(48)),
            KeyDomain.UNSIGNED,
            "t".repeat(64));
    assertThat(insert.statement(table, batch, 0, rows, true).length())
        .isLessThan(packet)
        .isGreaterThan(packet / 2);
  }

  @ParameterizedTest
  @EnumSource(MySqlOptions.Load.class)
  void aSmallerColumnIsAFailureWhateverTheWay(MySqlOptions.Load load) {
    String name = server.newName();
    String uri =
        load == MySqlOptions.Load.INFILE
            ? infile(name)
            : server.uri(name, "load=" + load.name().toLowerCase(java.util.Locale.ROOT));
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(TestServer.entries(10));
      server.run("ALTER TABLE sky." + name + " MODIFY chunkId TINYINT NOT NULL");
      SortedEntries tooLarge =
          SortedEntries.of(
              KeyDomain.SIGNED, new long[] {5, 6}, new int[] {1, 1_234_567_890}, new int[2]);
      assertThatThrownBy(() -> index.update(tooLarge))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("Out of range value for column 'chunkId' at row 2");
      assertThat(index.findAll(new long[] {5, 6}).foundCount()).isZero();
    }
  }
}

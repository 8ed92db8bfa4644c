package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MariaDbServerTest {
  private static final MariaDbServer.Settings SMALL =
      new MariaDbServer.Settings(64L << 20, true, List.of("--max-connections=17"));

  @TempDir Path directory;

  @BeforeAll
  static void needsMariaDb() {
    Servers.require(MariaDbServer.available());
  }

  @Test
  void servesWithItsSettingsAndOneAccount() throws IOException {
    try (MariaDbServer server = MariaDbServer.start(directory.resolve("db"), SMALL)) {
      server.createDatabase("sky");
      server.createDatabase("sky");
      assertThat(
              server.query(
                  "SELECT @@innodb_buffer_pool_size, @@innodb_flush_log_at_trx_commit, @@local_infile, @@skip_name_resolve, @@max_connections,"
                      + " @@bind_address, @@default_storage_engine"))
          .isEqualTo("67108864\t1\t1\t1\t17\t127.0.0.1\tInnoDB");
      assertThat(server.query("SHOW DATABASES LIKE 'sky'")).isEqualTo("sky");
      assertThat(server.query("SELECT user FROM mysql.global_priv WHERE user <> 'mariadb.sys'"))
          .isEqualTo("secindex");
      assertThat(
              server.query(
                  "CREATE TABLE sky.t (k BIGINT PRIMARY KEY) ENGINE=InnoDB; SELECT engine FROM information_schema.tables WHERE table_name = 't'"))
          .isEqualTo("InnoDB");
      assertThat(Files.readString(server.directory().resolve("data/mariadbd.pid")).strip())
          .isEqualTo(server.pids().get(0).toString());
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(server.directory().resolve("accounts.sql"))))
          .isEqualTo("rw-------");
      assertThatThrownBy(() -> server.query("SELEKT 1"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("SELEKT");
      assertThatThrownBy(() -> server.createDatabase("a b"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void committedRowsOutliveACrashAndARestartOnTheSamePort() throws IOException {
    Path home = directory.resolve("db");
    int port;
    try (MariaDbServer server = MariaDbServer.start(home, MariaDbServer.Settings.forTests())) {
      port = server.port();
      long pid = server.pids().get(0);
      server.query(
          "CREATE DATABASE sky; CREATE TABLE sky.t (k BIGINT PRIMARY KEY); INSERT INTO sky.t VALUES (7)");

      server.kill();
      assertThat(server.pids()).isEmpty();
      assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
      assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> server.query("SELECT 1"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("port " + port);

      server.restart();
      assertThat(server.port()).isEqualTo(port);
      assertThat(server.query("SELECT k FROM sky.t")).isEqualTo("7");
      server.stop();
      server.stop();
      server.restart();
      assertThat(server.query("SELECT k FROM sky.t")).isEqualTo("7");
    }
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port))
        .isInstanceOf(IOException.class);
    try (MariaDbServer again = MariaDbServer.start(home, MariaDbServer.Settings.forTests())) {
      assertThat(again.query("SELECT k FROM sky.t"))
          .as("the directory served by a new server")
          .isEqualTo("7");
    }
  }

  @Test
  void twoServersRunSideBySide() throws IOException {
    try (MariaDbServer one = MariaDbServer.start(directory.resolve("one"), SMALL);
        MariaDbServer two = MariaDbServer.start(directory.resolve("two"), SMALL)) {
      assertThat(one.port()).isNotEqualTo(two.port());
      assertThat(one.password()).isNotEqualTo(two.password());
      one.createDatabase("sky");
      assertThat(two.query("SHOW DATABASES LIKE 'sky'")).isEmpty();
    }
  }

  @Test
  void aWrongArgumentIsReportedInTheServersWords() {
    MariaDbServer.Settings wrong =
        new MariaDbServer.Settings(64L << 20, true, List.of("--no-such-option"));
    assertThatThrownBy(() -> MariaDbServer.start(directory.resolve("db"), wrong))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-option")
        .hasMessageContaining("mariadbd.log");
  }

  @Test
  void aFailedInstallationIsReportedAndCanBeRepeated() throws IOException {
    MariaDbServer.Settings tooMuch = new MariaDbServer.Settings(1L << 50, true, List.of());
    Path home = directory.resolve("db");
    assertThatThrownBy(() -> MariaDbServer.start(home, tooMuch))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("install.log")
        .hasMessageContaining("[ERROR]");
    try (MariaDbServer server = MariaDbServer.start(home, SMALL)) {
      assertThat(server.query("SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void aPortThatWasTakenMeanwhileIsNamed() throws IOException {
    try (MariaDbServer server = MariaDbServer.start(directory.resolve("db"), SMALL)) {
      server.stop();
      try (ServerSocket other =
          new ServerSocket(server.port(), 1, InetAddress.getLoopbackAddress())) {
        assertThatThrownBy(server::restart)
            .isInstanceOf(IOException.class)
            .hasMessageContaining("port " + other.getLocalPort())
            .hasMessageContaining("Bind on TCP/IP port");
      }
      server.restart();
      assertThat(server.query("SELECT 1")).isEqualTo("1");
    }
  }
}

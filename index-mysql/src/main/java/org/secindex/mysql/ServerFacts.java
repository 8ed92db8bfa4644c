package org.secindex.mysql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;

/**
 * What the server says of itself.
 *
 * @param product {@code MariaDB}, or {@code MySQL} and what descends from it
 * @param version as the server writes it
 * @param maxAllowedPacket bytes that one statement may have
 * @param localInfile whether it takes {@code LOAD DATA LOCAL}
 * @param secureFilePriv the only directory that {@code LOAD DATA INFILE} may read, empty for any,
 *     absent if that is disabled
 * @param logFlush {@code innodb_flush_log_at_trx_commit}
 * @param binaryLog whether it writes one
 * @param binaryLogSync {@code sync_binlog}
 */
record ServerFacts(
    String product,
    String version,
    int maxAllowedPacket,
    boolean localInfile,
    Optional<String> secureFilePriv,
    int logFlush,
    boolean binaryLog,
    int binaryLogSync) {

  static ServerFacts of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT @@version, @@max_allowed_packet, @@local_infile, @@secure_file_priv,"
                    + " @@innodb_flush_log_at_trx_commit, @@log_bin, @@sync_binlog")) {
      row.next();
      String version = row.getString(1);
      return new ServerFacts(
          version.contains("MariaDB") ? "MariaDB" : "MySQL",
          version,
          (int) Math.min(Integer.MAX_VALUE, row.getLong(2)),
          row.getBoolean(3),
          // MariaDB says NULL where nothing is restricted, and has no way to disable it.
          Optional.ofNullable(row.getString(4)).or(() -> anyDirectory(version)),
          row.getInt(5),
          row.getBoolean(6),
          (int) Math.min(Integer.MAX_VALUE, row.getLong(7)));
    }
  }

  /**
   * Checks that a commit survives what it must.
   *
   * @throws IndexConfigException if it does not
   */
  void requireDurability(MySqlAddress address, Durability durability) {
    if (durability == Durability.RELAXED) {
      return;
    }
    // MariaDB's 3 flushes at prepare and at commit.
    if (logFlush != 1 && logFlush != 3) {
      throw tooLax(address, "innodb_flush_log_at_trx_commit", logFlush);
    }
    if (binaryLog && binaryLogSync != 1) {
      throw tooLax(address, "sync_binlog", binaryLogSync);
    }
  }

  private static IndexConfigException tooLax(MySqlAddress address, String variable, int value) {
    return new IndexConfigException(
        address
            + ": option durability=sync needs "
            + variable
            + "=1 at the server, which has "
            + value
            + ": SET GLOBAL "
            + variable
            + "=1 there (and in its configuration), or use durability=relaxed");
  }

  /**
   * Checks that {@code LOAD DATA LOCAL} is possible. Our side always allows it.
   *
   * @throws IndexException if the server does not
   */
  void requireLocalInfile(MySqlAddress address) {
    if (!localInfile) {
      throw new IndexException(
          address
              + ": the server refuses LOAD DATA LOCAL (local_infile=0 there; this side allows it);"
              + " nothing was sent. SET GLOBAL local_infile=1 at the server, and in its"
              + " configuration");
    }
  }

  private static Optional<String> anyDirectory(String version) {
    return version.contains("MariaDB") ? Optional.of("") : Optional.empty();
  }

  /**
   * Checks that {@code LOAD DATA INFILE} may read files of a directory.
   *
   * @throws IndexException if the server does not allow it
   */
  void requireInfile(MySqlAddress address, Path directory) {
    if (secureFilePriv.isEmpty()) {
      throw new IndexException(
          address
              + ": the server has LOAD DATA INFILE disabled (secure_file_priv=NULL there); use"
              + " option load=local");
    }
    String allowed = secureFilePriv.get();
    if (!allowed.isEmpty() && !directory.startsWith(Path.of(allowed).normalize())) {
      throw new IndexException(
          address
              + ": not permitted by the server: it reads files of "
              + allowed
              + " only (secure_file_priv there), not of "
              + directory
              + "; see option infile-directory, or use load=local");
    }
  }
}

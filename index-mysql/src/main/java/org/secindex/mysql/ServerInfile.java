package org.secindex.mysql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;

/**
 * {@code LOAD DATA INFILE}: a file that the server process reads itself, and so must see, in a
 * directory that its {@code secure_file_priv} allows. Needs the FILE privilege.
 */
final class ServerInfile implements RowTransfer {
  private static final int CANNOT_STAT = 13;
  private static final int FILE_NOT_FOUND = 29;
  private static final int NOT_READABLE = 1085;

  private final MySqlAddress address;
  private final KeyDomain domain;
  private final Path directory;

  /**
   * @param directory where this side writes the files, under the name by which the server knows it
   */
  ServerInfile(MySqlAddress address, KeyDomain domain, Path directory) {
    this.address = address;
    this.domain = domain;
    this.directory = directory.toAbsolutePath().normalize();
  }

  @Override
  public void require(ServerFacts server) {
    if (!Files.isDirectory(directory)) {
      throw new IndexConfigException(
          address + ": option infile-directory: " + directory + " is no directory on this machine");
    }
    server.requireInfile(address, directory);
  }

  @Override
  public void send(
      Connection connection, EntryTable table, EntryBatch batch, int from, int to, boolean known)
      throws SQLException {
    Path file = directory.resolve("secindex-" + UUID.randomUUID() + ".tsv");
    try {
      write(file, new TsvStream(domain, batch, from, to));
      String sql = table.loadData("INFILE " + quoted(file) + (known ? " REPLACE" : ""));
      try (Statement statement = connection.createStatement()) {
        Sent.require(address, statement, statement.executeLargeUpdate(sql), to - from, known);
      }
    } catch (SQLException e) {
      throw explained(e);
    } catch (IOException e) {
      throw new IndexException(address + ": cannot write " + file + " for the server: " + e, e);
    } finally {
      delete(file);
    }
  }

  /**
   * The same error, if it has nothing to do with the file.
   *
   * @throws IndexException if it has, saying what is wrong with the file or the account
   */
  SQLException explained(SQLException e) {
    String hint =
        switch (e.getErrorCode()) {
          case MySqlErrors.ACCESS_DENIED ->
              "user '"
                  + address.user()
                  + "' lacks the FILE privilege, which LOAD DATA INFILE needs: GRANT FILE ON *.* TO"
                  + " that user, or use option load=local";
          case CANNOT_STAT, FILE_NOT_FOUND, NOT_READABLE ->
              String.valueOf(e.getMessage()).contains("Errcode: 2")
                  ? "the server does not see a file that was written to "
                      + directory
                      + ": option infile-directory must name a directory of the machine that the"
                      + " server runs on, by the name that it has there"
                  : "the server sees a file in "
                      + directory
                      + ", but its account may not read it: let it search that directory";
          default -> "";
        };
    if (hint.isEmpty()) {
      return e;
    }
    throw new IndexException(
        address + ": " + hint + " (the server says: " + e.getMessage() + ")", e);
  }

  /** Readable by everybody: the server runs under another account. */
  private static void write(Path file, InputStream rows) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    try (var out = Files.newOutputStream(file)) {
      rows.transferTo(out);
    }
  }

  /** Independent of the server's NO_BACKSLASH_ESCAPES, since sessions of ours set sql_mode. */
  private static String quoted(Path file) {
    return "'" + file.toString().replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new IndexException(address + ": cannot remove " + file + ": " + e, e);
    }
  }
}

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
    } catch (IOException e) {
      throw new IndexException(address + ": cannot write " + file + " for the server: " + e, e);
    } finally {
      delete(file);
    }
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

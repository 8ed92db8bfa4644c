package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexProvider;
import org.secindex.api.IndexState;
import org.secindex.api.IndexUri;
import org.secindex.api.KeyDomain;
import org.secindex.api.NotAnIndexException;
import org.secindex.api.SecondaryIndex;

/**
 * Indexes in InnoDB tables of a MariaDB (10.6 or newer) or MySQL (8 or newer) server: {@code
 * mysql://user@host:3306/database/index}. Options are those of {@link MySqlOptions}, which also
 * says how the password is given and what durability means here.
 *
 * <p>A database that holds indexes has a table {@code secindex_meta} that lists them. The account
 * needs, in that database: SELECT to read; INSERT, UPDATE, DELETE, CREATE, ALTER and DROP besides
 * to write; CREATE on the server if the database is to be made as well. Writing needs {@code
 * local_infile=1} at the server.
 *
 * <p>The methods that take a {@link MySqlAddress} need no discovery. They throw what the methods of
 * the same name of {@link IndexProvider} do.
 */
public final class MySqlIndexProvider implements IndexProvider {
  /** The one of the operations of a writer that changes nothing. */
  private static final String OPEN = "open";

  /** A provider; it connects to nothing. */
  public MySqlIndexProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of("mysql");
  }

  @Override
  public String summary() {
    return "InnoDB tables in MariaDB or MySQL";
  }

  @Override
  public String example() {
    return "mysql://user@host:3306/database/index";
  }

  @Override
  public String engine() {
    return "MySQL Connector/J "
        + Optional.ofNullable(com.mysql.cj.jdbc.Driver.class.getPackage())
            .map(Package::getImplementationVersion)
            .orElse("");
  }

  @Override
  public List<IndexOption> options() {
    return MySqlOptions.OPTIONS;
  }

  @Override
  public IndexState state(IndexUri uri) {
    Connections connections = connections(uri);
    MySqlAddress address = connections.address();
    try (Connection connection = connections.toRead()) {
      Optional<IndexRow> row = new IndexRegister(address).read(connection);
      if (row.isEmpty()) {
        requireNoTable(connection, address);
        return IndexState.ABSENT;
      }
      return row.get().state();
    } catch (SQLException e) {
      throw new MySqlErrors(address).reading("see what is there", e);
    }
  }

  @Override
  public SecondaryIndex create(IndexUri uri, KeyDomain domain) {
    return create(connections(uri), domain);
  }

  /** Makes an empty index and opens it for WRITE. */
  public SecondaryIndex create(MySqlAddress address, KeyDomain domain, MySqlOptions options) {
    return create(new Connections(address, options), domain);
  }

  private static SecondaryIndex create(Connections connections, KeyDomain domain) {
    return asWriter(
        connections,
        "create",
        session -> {
          MySqlAddress address = connections.address();
          Connection connection = session.begin();
          IndexRegister register = new IndexRegister(address);
          if (register.read(connection).isPresent()) {
            throw new IndexException(
                address + ": there is an index already; open it, or drop it first");
          }
          requireNoTable(connection, address);
          ServerFacts server = ServerFacts.of(connection);
          server.requireDurability(address, connections.options().durability());
          register.install(connection);
          // In this order: a table that is not listed would be taken for somebody else's.
          register.add(connection, domain);
          EntryTable table = new EntryTable(address, domain);
          try {
            table.create(connection);
          } catch (SQLException | RuntimeException e) {
            withdraw(connection, register, table, e);
            throw e;
          }
          register.setReady(connection, 0);
          return new MySqlIndex(connections, server, register.require(connection), session);
        });
  }

  private static void withdraw(
      Connection connection, IndexRegister register, EntryTable table, Exception failure) {
    try {
      // Somebody else may have made a table of this name just now.
      boolean foreign =
          failure instanceof SQLException e && e.getErrorCode() == MySqlErrors.TABLE_EXISTS;
      if (!foreign) {
        table.drop(connection);
      }
      register.remove(connection);
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public SecondaryIndex open(IndexUri uri, Access access) {
    return open(connections(uri), access);
  }

  /** Opens an existing index. */
  public SecondaryIndex open(MySqlAddress address, Access access, MySqlOptions options) {
    return open(new Connections(address, options), access);
  }

  private static SecondaryIndex open(Connections connections, Access access) {
    MySqlAddress address = connections.address();
    if (access == Access.WRITE) {
      return asWriter(
          connections,
          OPEN,
          session -> {
            Connection connection = session.begin();
            IndexRow row = requireIndex(connection, address);
            ServerFacts server = ServerFacts.of(connection);
            server.requireDurability(address, connections.options().durability());
            return new MySqlIndex(connections, server, row, session);
          });
    }
    try (Connection connection = connections.toRead()) {
      IndexRow row = requireIndex(connection, address);
      if (row.state() == IndexState.BUILDING) {
        throw MySqlIndex.building(address);
      }
      return new MySqlIndex(connections, ServerFacts.of(connection), row, null);
    } catch (SQLException e) {
      throw new MySqlErrors(address).reading(OPEN, e);
    }
  }

  private static IndexRow requireIndex(Connection connection, MySqlAddress address)
      throws SQLException {
    IndexRegister register = new IndexRegister(address);
    Optional<IndexRow> row = register.read(connection);
    if (row.isEmpty()) {
      requireNoTable(connection, address);
      throw register.missing();
    }
    if (row.get().state() == IndexState.READY) {
      new EntryTable(address, row.get().domain()).require(connection);
    }
    return row.get();
  }

  /**
   * Checks that nothing stands at the place of an index that is not listed.
   *
   * @throws NotAnIndexException if a table does
   */
  private static void requireNoTable(Connection connection, MySqlAddress address)
      throws SQLException {
    EntryTable table = new EntryTable(address, KeyDomain.SIGNED);
    if (table.exists(connection)) {
      throw table.foreign();
    }
  }

  @Override
  public void drop(IndexUri uri) {
    Connections connections = connections(uri);
    MySqlAddress address = connections.address();
    IndexRegister register = new IndexRegister(address);
    asWriter(
            connections,
            "drop",
            session -> {
              Connection connection = session.begin();
              if (!register.lists(connection)) {
                requireNoTable(connection, address);
                return session;
              }
              // If this ends half-way, what is still listed can be dropped again.
              new EntryTable(address, KeyDomain.SIGNED).drop(connection);
              register.remove(connection);
              return session;
            })
        .close();
  }

  /** Something that only a writer may do. */
  private interface Work<T> {
    T run(WriterSession session) throws SQLException;
  }

  /** Hands the work a writer's session, which it may keep unless it throws. */
  private static <T> T asWriter(Connections connections, String operation, Work<T> work) {
    MySqlErrors errors = new MySqlErrors(connections.address());
    WriterSession session;
    try {
      session = WriterSession.open(connections);
    } catch (SQLException e) {
      throw errors.reading(operation, e);
    }
    try {
      return work.run(session);
    } catch (SQLException e) {
      session.close();
      throw operation.equals(OPEN) ? errors.reading(operation, e) : errors.writing(operation, e);
    } catch (RuntimeException | Error e) {
      session.close();
      throw e;
    }
  }

  private static Connections connections(IndexUri uri) {
    return new Connections(MySqlAddress.from(uri), MySqlOptions.from(uri));
  }
}

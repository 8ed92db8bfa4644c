package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.secindex.api.Access;
import org.secindex.api.IndexConfigException;
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
 * <p>A database that holds indexes has a table {@code secindex_meta} that lists them, and {@code
 * secindex_ranges} that lists the tables of those that are split; see {@link Layout}. With option
 * {@code attach} the address names a table that somebody else made. The account needs, in that
 * database: SELECT to read; INSERT, UPDATE, DELETE, CREATE, ALTER and DROP besides to write; CREATE
 * on the server if the database is to be made as well. Writing needs {@code local_infile=1} at the
 * server, unless {@link MySqlOptions.Load} says otherwise.
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
      if (connections.options().attach()) {
        boolean exists = new Attachment(address, connections.options()).exists(connection);
        return exists ? IndexState.READY : IndexState.ABSENT;
      }
      Optional<IndexRow> row = new IndexRegister(address).read(connection);
      if (row.isEmpty()) {
        new IndexTables(address).requireNone(connection);
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
    connections.address().requireRoomForSuffix();
    return asWriter(
        connections,
        "create",
        session -> {
          MySqlAddress address = connections.address();
          MySqlOptions options = connections.options();
          Connection connection = session.begin();
          IndexRegister register = new IndexRegister(address);
          if (register.read(connection).isPresent()) {
            throw new IndexException(
                address + ": there is an index already; open it, or drop it first");
          }
          IndexTables tables = new IndexTables(address);
          tables.requireNone(connection);
          ServerFacts server = ServerFacts.of(connection);
          server.requireDurability(address, options.durability());
          // In this order: a table that is not listed would be taken for somebody else's.
          register.add(connection, domain, options.layout(), options.rowsPerTable());
          try {
            Loader.makeEmpty(connection, register, tables, register.require(connection));
          } catch (SQLException | RuntimeException e) {
            withdraw(connection, register, tables, e);
            throw e;
          }
          return open(connections, server, session, connection);
        });
  }

  private static void withdraw(
      Connection connection, IndexRegister register, IndexTables tables, Exception failure) {
    try {
      // Somebody else may have made a table of this name just now.
      boolean foreign =
          failure instanceof NotAnIndexException
              || (failure instanceof SQLException e
                  && e.getErrorCode() == MySqlErrors.TABLE_EXISTS);
      if (foreign) {
        tables.dropLeftovers(connection, Set.of());
      } else {
        tables.drop(connection);
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

  /**
   * Fills an empty index with entries that the server makes up by itself, all or nothing, as {@link
   * SecondaryIndex#load} does with others. Needs neither {@code local_infile} nor any other way to
   * send rows; options {@code load} and {@code load-connections} do not matter.
   *
   * @return the number of entries
   * @throws IndexException as {@link #open(IndexUri, Access)} for WRITE, and as {@link
   *     SecondaryIndex#load}
   */
  public long generate(IndexUri uri, GeneratedRows rows) {
    try (MySqlIndex index = open(connections(uri), Access.WRITE)) {
      return index.load(rows);
    }
  }

  private static MySqlIndex open(Connections connections, Access access) {
    MySqlAddress address = connections.address();
    if (access == Access.WRITE) {
      return asWriter(
          connections,
          OPEN,
          session -> {
            Connection connection = session.begin();
            ServerFacts server = ServerFacts.of(connection);
            server.requireDurability(address, connections.options().durability());
            return open(connections, server, session, connection);
          });
    }
    try (Connection connection = connections.toRead()) {
      ServerFacts server = ServerFacts.of(connection);
      if (connections.options().attach()) {
        Catalog.Attached catalog = new Attachment(address, connections.options()).open(connection);
        return new MySqlIndex(
            connections,
            server,
            catalog.row().domain(),
            catalog,
            catalog.tables(connection, catalog.row()),
            null);
      }
      return open(connections, server, null, connection);
    } catch (SQLException e) {
      throw new MySqlErrors(address).reading(OPEN, e);
    }
  }

  private static MySqlIndex open(
      Connections connections,
      ServerFacts server,
      @Nullable WriterSession session,
      Connection connection)
      throws SQLException {
    MySqlAddress address = connections.address();
    IndexRegister register = new IndexRegister(address);
    IndexTables tables = new IndexTables(address);
    Optional<IndexRow> row = register.read(connection);
    if (row.isEmpty()) {
      tables.requireNone(connection);
      throw register.missing();
    }
    @Nullable EntryTables current = null;
    if (Catalog.isReady(row.get())) {
      current = tables.read(connection, row.get());
      tables.require(connection, current);
    } else if (session == null) {
      throw Catalog.building(address);
    }
    return new MySqlIndex(
        connections,
        server,
        row.get().domain(),
        new Catalog.Registered(register, tables),
        current,
        session);
  }

  @Override
  public void drop(IndexUri uri) {
    Connections connections = connections(uri);
    MySqlAddress address = connections.address();
    IndexRegister register = new IndexRegister(address);
    IndexTables tables = new IndexTables(address);
    asWriter(
            connections,
            "drop",
            session -> {
              Connection connection = session.begin();
              if (!register.lists(connection)) {
                tables.requireNone(connection);
                return session;
              }
              // If this ends half-way, what is still listed can be dropped again.
              tables.drop(connection);
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
    if (connections.options().attach()) {
      throw new IndexConfigException(
          connections.address()
              + ": cannot "
              + (operation.equals(OPEN) ? "open for writing" : operation)
              + ": with option attach=true a table is only read");
    }
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

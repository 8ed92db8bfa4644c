package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexException;
import org.secindex.api.IndexStatistics;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Lifetime;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;

/** An index in a MariaDB or MySQL server. What it does is done by the classes that it holds. */
final class MySqlIndex implements SecondaryIndex {
  private final Connections connections;
  private final ServerFacts server;
  private final KeyDomain domain;
  private final IndexRegister register;
  private final IndexTables tables;
  private final CurrentTables current;
  private final KeyLists lists;
  private final Finder finder;
  private final ScanConnections scans;
  private final MySqlErrors errors;
  private final Lifetime lifetime;
  private final @Nullable WriterSession session;

  /** False once a load has died or could not be undone, until the index has been loaded again. */
  private volatile boolean ready;

  /**
   * An index that exists.
   *
   * @param tables null if it is BUILDING
   * @param session the writer's, null if opened for READ; closed with the index
   */
  MySqlIndex(
      Connections connections,
      ServerFacts server,
      KeyDomain domain,
      Catalog catalog,
      @Nullable EntryTables tables,
      @Nullable WriterSession session) {
    MySqlAddress address = connections.address();
    this.connections = connections;
    this.server = server;
    this.domain = domain;
    this.session = session;
    ready = tables != null;
    register = new IndexRegister(address);
    this.tables = new IndexTables(address);
    current = new CurrentTables(address, domain, catalog, tables);
    lists = new KeyLists(domain, server.maxAllowedPacket());
    finder = new Finder(connections, domain, current, lists);
    scans = new ScanConnections(connections);
    errors = new MySqlErrors(address);
    lifetime = new Lifetime(address.toString(), session == null ? Access.READ : Access.WRITE);
  }

  @Override
  public KeyDomain domain() {
    return domain;
  }

  private void requireReady() {
    if (!ready) {
      throw Catalog.building(connections.address());
    }
  }

  @Override
  public Optional<Location> find(long key) {
    long stamp = lifetime.enter();
    try {
      requireReady();
      return finder.find(key);
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public Lookup findAll(long[] keys) {
    long stamp = lifetime.enter();
    try {
      requireReady();
      return finder.findAll(keys);
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public EntryCursor scan(KeyRange range) {
    long stamp = lifetime.enter();
    try {
      requireReady();
      if (range.isEmpty(domain)) {
        return lifetime.cursor(domain, into -> false);
      }
      return lifetime.cursor(domain, start(range.first(domain), range.last(domain)));
    } catch (SQLException e) {
      throw errors.reading("begin a scan", e);
    } finally {
      lifetime.exit(stamp);
    }
  }

  private TableScan start(long first, long last) throws SQLException {
    EntryTables asked = current.get();
    EntryRow rows = new EntryRow(connections.address(), domain);
    try {
      return TableScan.start(scans, domain, rows, asked.pieces(first, last));
    } catch (SQLException e) {
      if (!MySqlErrors.isNoSuchTable(e)) {
        throw e;
      }
      try (Connection connection = connections.toRead()) {
        if (!current.haveChanged(connection, asked)) {
          throw e;
        }
      }
      return TableScan.start(scans, domain, rows, current.get().pieces(first, last));
    }
  }

  /** Work of the writer, on a connection that is alive and has the lock. */
  private interface Write<T> {
    T run(WriterSession session, Connection connection) throws SQLException;
  }

  private <T> T write(String operation, Write<T> work) {
    long stamp = lifetime.enterToWrite(operation);
    try {
      WriterSession writer = Objects.requireNonNull(session);
      return work.run(writer, begin(writer, operation));
    } catch (SQLException e) {
      throw errors.writing(operation, e);
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  private Connection begin(WriterSession writer, String operation) {
    try {
      return writer.begin();
    } catch (SQLException e) {
      // Nothing was sent yet that changes anything.
      throw errors.reading(operation, e);
    }
  }

  @Override
  public long load(SortedEntries entries) {
    return load(
        (loader, writer, connection) -> {
          entries.requireDomain(domain);
          return loader.load(writer, connection, entries);
        });
  }

  /** As {@link #load(SortedEntries)}, of entries that the server makes up. */
  long load(GeneratedRows rows) {
    return load((loader, writer, connection) -> loader.load(writer, connection, rows));
  }

  private interface Load {
    long by(Loader loader, WriterSession session, Connection connection) throws SQLException;
  }

  private long load(Load load) {
    return write(
        "load",
        (writer, connection) -> {
          Loader loader = new Loader(connections, register, tables, current, loading(), ready);
          try {
            return load.by(loader, writer, connection);
          } finally {
            ready = loader.leavesReady();
          }
        });
  }

  @Override
  public long update(SortedEntries entries) {
    return write(
        "update",
        (writer, connection) -> {
          entries.requireDomain(domain);
          return updater(connection).update(connection, entries);
        });
  }

  @Override
  public void remove(long[] keys) {
    write(
        "remove",
        (writer, connection) -> {
          updater(connection).remove(connection, keys);
          return keys.length;
        });
  }

  /**
   * {@inheritDoc}
   *
   * <p>Builds each table anew, which does not tell how far it is: slow, and worth it after large
   * removals only, as the space of replaced entries is used again anyway.
   */
  @Override
  public void compact(LongConsumer progress) {
    write(
        "compact",
        (writer, connection) -> {
          requireReady();
          for (EntryTable table : current.refresh(connection).all()) {
            if (Thread.currentThread().isInterrupted()) {
              throw new IndexException(connections.address() + ": the compaction was interrupted");
            }
            tables.rebuild(connection, table);
          }
          return 0;
        });
  }

  private Updater updater(Connection connection) throws SQLException {
    return new Updater(
        connections.address(), register, current.refresh(connection), updating(), domain, lists);
  }

  private RowTransfer loading() {
    return transfer(connections.options().load());
  }

  private RowTransfer updating() {
    MySqlOptions options = connections.options();
    return transfer(
        options.update() == MySqlOptions.Update.UPSERT ? MySqlOptions.Load.INSERT : options.load());
  }

  private RowTransfer transfer(MySqlOptions.Load by) {
    MySqlAddress address = connections.address();
    MySqlOptions options = connections.options();
    return switch (by) {
      case LOCAL -> new LocalInfile(address, domain);
      case INFILE -> new ServerInfile(address, domain, options.infileDirectory().orElseThrow());
      case INSERT ->
          new MultiRowInsert(
              address,
              domain,
              server.maxAllowedPacket(),
              options.update() == MySqlOptions.Update.UPSERT);
    };
  }

  @Override
  public IndexStatistics statistics() {
    long stamp = lifetime.enter();
    try (Connection connection = connections.toRead()) {
      IndexRow row = current.catalog().row(connection);
      boolean hasTables = Catalog.isReady(row);
      List<EntryTable> now = hasTables ? current.refresh(connection).all() : List.of();
      TableSizes sizes = TableSizes.of(connection, connections.address(), now);
      return new IndexStatistics(
          "mysql",
          domain,
          row.state(),
          row.entries().orElse(sizes.rows()),
          row.entries().isPresent(),
          OptionalLong.of(sizes.bytes()),
          sizes.firstKey(),
          sizes.lastKey(),
          "innodb tables " + IndexRegister.FORMAT,
          details(row, now.size()));
    } catch (SQLException e) {
      throw errors.reading("read statistics", e);
    } finally {
      lifetime.exit(stamp);
    }
  }

  private Map<String, String> details(IndexRow row, int tableCount) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("server", server.product() + " " + server.version());
    details.put("engine", "InnoDB");
    details.put("layout", row.layout().name().toLowerCase(Locale.ROOT));
    if (row.layout() == Layout.SPLIT) {
      details.put("tables", Integer.toString(tableCount));
    }
    if (row.layout() != Layout.SINGLE) {
      details.put("rows per table", Long.toString(row.rowsPerTable()));
    }
    details.put("durability", connections.options().durability().name().toLowerCase(Locale.ROOT));
    return details;
  }

  @Override
  public Verification verify(LongConsumer progress) {
    long stamp = lifetime.enter();
    try {
      requireReady();
      return new Verifier(connections, scans, current, domain).verify(progress);
    } catch (SQLException e) {
      throw errors.reading("verify", e);
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public void close() {
    lifetime.close(
        () -> {
          finder.close();
          scans.close();
          if (session != null) {
            session.close();
          }
        });
  }
}

package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
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
import org.secindex.api.IndexState;
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
  private final EntryTable table;
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
   * @param session the writer's, null if opened for READ; closed with the index
   */
  MySqlIndex(
      Connections connections, ServerFacts server, IndexRow row, @Nullable WriterSession session) {
    MySqlAddress address = connections.address();
    this.connections = connections;
    this.server = server;
    this.session = session;
    domain = row.domain();
    ready = row.state() == IndexState.READY;
    register = new IndexRegister(address);
    table = new EntryTable(address, domain);
    lists = new KeyLists(domain, server.maxAllowedPacket());
    finder = new Finder(connections, domain, table, lists);
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
      throw building(connections.address());
    }
  }

  static IndexException building(MySqlAddress address) {
    return new IndexException(
        address
            + ": BUILDING: a load is running, or died before its end; wait for it, or load again");
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
      return lifetime.cursor(
          domain, TableScan.start(scans, domain, table, range.first(domain), range.last(domain)));
    } catch (SQLException e) {
      throw errors.reading("begin a scan", e);
    } finally {
      lifetime.exit(stamp);
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
    return write(
        "load",
        (writer, connection) -> {
          entries.requireDomain(domain);
          Loader loader = new Loader(connections, register, table, ready);
          try {
            return loader.load(writer, connection, entries);
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
          return updater().update(connection, entries);
        });
  }

  @Override
  public void remove(long[] keys) {
    write(
        "remove",
        (writer, connection) -> {
          updater().remove(connection, keys);
          return keys.length;
        });
  }

  /**
   * {@inheritDoc}
   *
   * <p>{@code OPTIMIZE TABLE}, which builds the table anew and does not tell how far it is: slow,
   * and worth it after large removals only, as the space of replaced entries is used again anyway.
   */
  @Override
  public void compact(LongConsumer progress) {
    write(
        "compact",
        (writer, connection) -> {
          requireReady();
          if (Thread.currentThread().isInterrupted()) {
            throw new IndexException(connections.address() + ": the compaction was interrupted");
          }
          table.optimize(connection);
          return 0;
        });
  }

  private Updater updater() {
    return new Updater(connections.address(), register, table, domain, lists);
  }

  @Override
  public IndexStatistics statistics() {
    long stamp = lifetime.enter();
    try (Connection connection = connections.toRead()) {
      IndexRow row = register.require(connection);
      long[] rowsAndBytes = table.estimate(connection);
      OptionalLong[] ends =
          row.state() == IndexState.READY
              ? table.ends(connection)
              : new OptionalLong[] {OptionalLong.empty(), OptionalLong.empty()};
      return new IndexStatistics(
          "mysql",
          domain,
          row.state(),
          row.entries().orElse(rowsAndBytes[0]),
          row.entries().isPresent(),
          OptionalLong.of(rowsAndBytes[1]),
          ends[0],
          ends[1],
          "innodb tables " + IndexRegister.FORMAT,
          details(row));
    } catch (SQLException e) {
      throw errors.reading("read statistics", e);
    } finally {
      lifetime.exit(stamp);
    }
  }

  private Map<String, String> details(IndexRow row) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("server", server.product() + " " + server.version());
    details.put("engine", "InnoDB");
    details.put("layout", row.layout());
    details.put("durability", connections.options().durability().name().toLowerCase(Locale.ROOT));
    return details;
  }

  @Override
  public Verification verify(LongConsumer progress) {
    long stamp = lifetime.enter();
    try {
      requireReady();
      return new Verifier(connections, scans, register, table, domain).verify(progress);
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

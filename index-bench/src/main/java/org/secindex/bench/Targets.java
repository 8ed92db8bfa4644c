package org.secindex.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexConfigException;
import org.secindex.api.Indexes;
import org.secindex.testkit.MariaDbServer;
import org.secindex.testkit.XrootdCluster;
import org.secindex.testkit.XrootdServer;

/** The stores of a run, each made ready when it is first wanted. */
final class Targets implements AutoCloseable {
  /** A store cannot be used on this machine. */
  static final class Unavailable extends Exception {
    private static final long serialVersionUID = 1;

    Unavailable(String reason) {
      super(reason);
    }
  }

  private final Stores stores;
  private final Path directory;
  private final Map<StoreName, Target> ready = new LinkedHashMap<>();
  private @Nullable MySqlServer mysql;
  private boolean closed;

  Targets(Stores stores, Path directory) {
    this.stores = stores;
    this.directory = directory;
  }

  /** The scheme under which a backend's provider is found. */
  static String scheme(String backend) {
    return backend.equals("xrootd") ? "root" : backend;
  }

  /**
   * The store of this name.
   *
   * @throws Unavailable if there is none on this machine, with the reason
   * @throws IOException if its server does not start
   */
  synchronized Target get(StoreName name) throws Unavailable, IOException {
    if (closed) {
      throw new IOException("the bench has been stopped");
    }
    Target target = ready.get(name);
    if (target == null) {
      target = name.isHarness() ? new NoopTarget() : open(name);
      if (stores.faults().hit(name.backend())) {
        target = new FaultyTarget(target, stores.faults());
      }
      ready.put(name, target);
    }
    return target;
  }

  private Target open(StoreName name) throws Unavailable, IOException {
    String backend = name.backend();
    try {
      Indexes.provider(scheme(backend));
    } catch (IndexConfigException e) {
      throw new Unavailable(String.join("; ", e.problems()));
    }
    String durability = stores.durabilityOption();
    switch (backend) {
      case "mysql":
        return stores.mysql().isPresent()
            ? new RemoteTarget(name, stores.mysql().get(), durability)
            : new MySqlTarget(mysqlServer(), MySqlLayout.of(name.layout()), stores);
      case "xrootd":
        if (stores.xrootd().isPresent()) {
          return new RemoteTarget(name, stores.xrootd().get(), durability);
        }
        XrootdTopology topology = XrootdTopology.of(name.layout());
        require(topology.dataServers() == 0 ? XrootdServer.available() : XrootdCluster.available());
        return XrootdTarget.start(directory.resolve(name.fileName()), topology, durability);
      case "rocksdb":
        return new LocalTarget(
            backend,
            directory.resolve(backend),
            durability + "&cache=" + stores.cacheBytes(),
            Map.of("block cache", stores.cacheBytes() + " bytes"));
      default:
        return new LocalTarget(backend, directory.resolve(backend), durability, Map.of());
    }
  }

  /** One for all layouts: two would share the memory of the machine. */
  private MySqlServer mysqlServer() throws Unavailable, IOException {
    MySqlServer server = mysql;
    if (server == null) {
      require(MariaDbServer.available());
      server = MySqlServer.start(directory.resolve("mysql"), stores);
      mysql = server;
    }
    return server;
  }

  private static void require(Optional<String> problem) throws Unavailable {
    if (problem.isPresent()) {
      throw new Unavailable(problem.get());
    }
  }

  /** Stops all; may be called by another thread, to end a run. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    List<Closeable> all = new ArrayList<>();
    ready.values().forEach(target -> all.add(target::close));
    MySqlServer server = mysql;
    if (server != null) {
      all.add(server);
    }
    ready.clear();
    mysql = null;
    List<IOException> failures = new ArrayList<>();
    for (Closeable each : all) {
      try {
        each.close();
      } catch (IOException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      IOException first = failures.get(0);
      failures.subList(1, failures.size()).forEach(first::addSuppressed);
      throw first;
    }
  }
}

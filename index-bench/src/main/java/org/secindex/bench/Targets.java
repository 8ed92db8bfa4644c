package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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

  private final BenchPlan plan;
  private final Path directory;
  private final Map<String, Target> ready = new LinkedHashMap<>();
  private boolean closed;

  Targets(BenchPlan plan, Path directory) {
    this.plan = plan;
    this.directory = directory;
  }

  /** The scheme under which a backend's provider is found. */
  static String scheme(String backend) {
    return backend.equals("xrootd") ? "root" : backend;
  }

  static String durability(BenchPlan plan) {
    return "durability=" + plan.durability().name().toLowerCase(Locale.ROOT);
  }

  /**
   * The store of this name.
   *
   * @throws Unavailable if there is none on this machine, with the reason
   * @throws IOException if its server does not start
   */
  synchronized Target get(String backend) throws Unavailable, IOException {
    if (closed) {
      throw new IOException("the bench has been stopped");
    }
    Target target = ready.get(backend);
    if (target == null) {
      target = open(backend);
      ready.put(backend, target);
    }
    return target;
  }

  private Target open(String backend) throws Unavailable, IOException {
    try {
      Indexes.provider(scheme(backend));
    } catch (IndexConfigException e) {
      throw new Unavailable(String.join("; ", e.problems()));
    }
    Path data = directory.resolve(backend);
    switch (backend) {
      case "mysql":
        if (plan.mysql().isPresent()) {
          return new RemoteTarget(backend, plan.mysql().get(), durability(plan));
        }
        require(MariaDbServer.available());
        return MySqlTarget.start(data, plan);
      case "xrootd":
        if (plan.xrootd().isPresent()) {
          return new RemoteTarget(backend, plan.xrootd().get(), durability(plan));
        }
        require(
            plan.xrootdTopology().dataServers() == 0
                ? XrootdServer.available()
                : XrootdCluster.available());
        return XrootdTarget.start(data, plan);
      case "rocksdb":
        return new LocalTarget(
            backend,
            data,
            durability(plan) + "&cache=" + plan.cacheBytes(),
            Map.of("block cache", plan.cacheBytes() + " bytes"));
      default:
        return new LocalTarget(backend, data, durability(plan), Map.of());
    }
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
    List<IOException> failures = new ArrayList<>();
    for (Target target : ready.values()) {
      try {
        target.close();
      } catch (IOException e) {
        failures.add(e);
      }
    }
    ready.clear();
    if (!failures.isEmpty()) {
      IOException first = failures.get(0);
      failures.subList(1, failures.size()).forEach(first::addSuppressed);
      throw first;
    }
  }
}

package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.secindex.testkit.XrootdServer;

/** Segments behind an XRootD server that was started for the bench. */
final class XrootdTarget implements Target {
  private final XrootdServer server;
  private final Path directory;
  private final BenchPlan plan;

  private XrootdTarget(XrootdServer server, Path directory, BenchPlan plan) {
    this.server = server;
    this.directory = directory;
    this.plan = plan;
  }

  static XrootdTarget start(Path directory, BenchPlan plan) throws IOException {
    return new XrootdTarget(XrootdServer.start(directory), directory, plan);
  }

  @Override
  public String backend() {
    return "xrootd";
  }

  @Override
  public String layout() {
    return "single";
  }

  @Override
  public String uri(String indexName) {
    return server.url(indexName) + "?" + Targets.durability(plan);
  }

  @Override
  public List<Long> pids() {
    return server.pids();
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("server", "started for this run, one data server");
  }

  @Override
  public void close() throws IOException {
    try {
      server.close();
    } finally {
      Directories.delete(directory);
    }
  }
}

package org.secindex.bench;

import org.jspecify.annotations.Nullable;

/** Rows to report on. */
final class Rows {
  private Rows() {}

  /** Single look-ups at a rate. */
  static ResultRow openLoop(String backend, long entries, double rate, double intendedP999) {
    ResultRow closed = row(backend, "run", entries, 1, 1, null);
    return new ResultRow(
        closed.run(),
        closed.backend(),
        closed.layout(),
        closed.suite(),
        closed.keys(),
        closed.entries(),
        closed.operations(),
        closed.clients(),
        closed.repeat(),
        closed.wallSeconds(),
        closed.clientCpuSeconds(),
        closed.serverCpuSeconds(),
        closed.opsPerSecond(),
        closed.clientRssMb(),
        closed.serverRssMb(),
        closed.diskBytes(),
        closed.readBytes(),
        closed.writeBytes(),
        closed.majorFaults(),
        closed.checksum(),
        closed.cache(),
        closed.durability(),
        closed.status(),
        new Method("zipf:0.99", 0.1, 1, rate),
        closed.latency(),
        new Latency(
            11.5, 10.5, 12.5, 15.25, 18.25, 20.25, intendedP999, intendedP999, intendedP999),
        closed.found(),
        closed.written(),
        closed.garbage(),
        closed.dataPerRam(),
        "the client did not keep the rate");
  }

  static ResultRow row(
      String backend,
      String suite,
      long entries,
      double wall,
      double client,
      @Nullable Double server) {
    return row(backend, suite, entries, 1, wall, client, server);
  }

  static ResultRow row(
      String backend,
      String suite,
      long entries,
      int clients,
      double wall,
      double client,
      @Nullable Double server) {
    return new ResultRow(
        "20261130T120000Z",
        backend,
        "local",
        suite,
        "stride:10",
        entries,
        100_000L,
        clients,
        1,
        wall,
        client,
        server,
        Math.round(100_000 / wall * 1000) / 1000.0,
        200.5,
        server == null ? null : 300.75,
        entries * 4,
        0L,
        4096L,
        0L,
        "0123456789abcdef",
        "warm",
        "sync",
        "ok",
        new Method("uniform", 0.1, 1, null),
        new Latency(11.5, 10.5, 12.5, 15.25, 18.25, 20.25, 30.125, 40.5, 41.5),
        null,
        90_000L,
        null,
        new Garbage(2L, 0.015, 1L << 20),
        0.125,
        "");
  }
}

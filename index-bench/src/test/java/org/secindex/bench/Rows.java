package org.secindex.bench;

import org.jspecify.annotations.Nullable;

/** Rows to report on. */
final class Rows {
  private Rows() {}

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
        10.5,
        20.25,
        30.125,
        200.5,
        server == null ? null : 300.75,
        entries * 4,
        0L,
        4096L,
        0L,
        "0123456789abcdef",
        "warm",
        "sync",
        "ok");
  }
}

package org.secindex.bench;

import org.jspecify.annotations.Nullable;

/** A row to report on, of which a test says only what matters to it. */
final class RowBuilder {
  private String run = "20261130T120000Z";
  private String backend = "file";
  private String layout = "local";
  private String suite = "run";
  private String keys = "stride:10";
  private long entries = 1_000_000;
  private int clients = 1;
  private int repeat = 1;
  private double wall = 1;
  private @Nullable Double serverCpu;
  private String cache = "warm";
  private String durability = "sync";
  private String status = "ok";
  private Method method = new Method("uniform", 0.1, 1, null);
  private double latencyScale = 1;
  private String notes = "";

  static RowBuilder of(String backend, String suite) {
    RowBuilder builder = new RowBuilder();
    builder.backend = backend;
    builder.suite = suite;
    if (suite.equals("batch")) {
      return builder.method(new Method("uniform", 0.1, 1000, null));
    }
    return suite.equals("run") || suite.equals("mixed") ? builder : builder.method(Method.NONE);
  }

  RowBuilder run(String value) {
    run = value;
    return this;
  }

  RowBuilder layout(String value) {
    layout = value;
    return this;
  }

  RowBuilder keys(String value) {
    keys = value;
    return this;
  }

  RowBuilder entries(long value) {
    entries = value;
    return this;
  }

  RowBuilder clients(int value) {
    clients = value;
    return this;
  }

  RowBuilder repeat(int value) {
    repeat = value;
    return this;
  }

  /** Seconds on the clock for 100 000 operations; CPU and latencies go with it. */
  RowBuilder wall(double value) {
    wall = value;
    latencyScale = value;
    return this;
  }

  RowBuilder serverCpu(double value) {
    serverCpu = value;
    return this;
  }

  RowBuilder cache(String value) {
    cache = value;
    return this;
  }

  RowBuilder durability(String value) {
    durability = value;
    return this;
  }

  RowBuilder method(Method value) {
    method = value;
    return this;
  }

  RowBuilder notes(String value) {
    notes = value;
    return this;
  }

  RowBuilder status(String value) {
    status = value;
    return this;
  }

  ResultRow row() {
    return new ResultRow(
        run,
        backend,
        layout,
        suite,
        keys,
        entries,
        100_000L,
        clients,
        repeat,
        wall,
        wall * 0.9,
        serverCpu,
        100_000 / wall,
        200.5,
        serverCpu == null ? null : 300.75,
        entries * 4,
        1L << 20,
        4096L,
        7L,
        "0123456789abcdef",
        cache,
        durability,
        status,
        method,
        method.queries().isEmpty()
            ? null
            : new Latency(
                11 * latencyScale,
                10 * latencyScale,
                12 * latencyScale,
                13 * latencyScale,
                15 * latencyScale,
                20 * latencyScale,
                30 * latencyScale,
                40 * latencyScale,
                50 * latencyScale),
        null,
        90_000L,
        null,
        new Garbage(2L, 0.015, 1L << 20),
        0.125,
        notes);
  }
}

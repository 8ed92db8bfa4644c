package org.secindex.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Small plans to vary, and who listens to their runs. */
final class Plans {
  private Plans() {}

  /** Of some suites over a thousand entries, 500 look-ups by one client. */
  static BenchPlan of(Path out, Stores stores, Suite... suites) {
    return with(out, false, stores, List.of(1000L), once(500), suites);
  }

  static BenchPlan with(
      Path out, boolean resume, Stores stores, List<Long> sizes, Lookups lookups, Suite... suites) {
    return new BenchPlan(
        out, resume, stores, List.of(suites), sizes, "stride:10", lookups, 1, false);
  }

  static Lookups once(int keys) {
    return lookups(keys, Pace.ONCE);
  }

  static Lookups lookups(int keys, Pace pace) {
    return new Lookups(keys, keys, List.of(100), List.of(1), KeyChoice.usual(7), pace);
  }

  static Stores faulty(String backend, Faults faults) {
    Stores usual = Stores.of(List.of(backend));
    return new Stores(
        usual.backends(),
        usual.durability(),
        usual.cacheBytes(),
        usual.mysql(),
        usual.mysqlLayouts(),
        usual.xrootd(),
        usual.xrootdTopologies(),
        faults);
  }

  /** Keeps what was measured, in order. */
  static final class Recorder implements BenchListener {
    final List<ResultRow> rows = new ArrayList<>();

    @Override
    public void phase(String what) {}

    @Override
    public void progress(long done, long total) {}

    @Override
    public void measured(ResultRow row) {
      rows.add(row);
    }
  }
}

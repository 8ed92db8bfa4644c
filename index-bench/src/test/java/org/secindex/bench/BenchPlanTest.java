package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;

class BenchPlanTest {
  @Test
  void quickDoesEverySuiteOnAllBackendsAtAMillion() {
    BenchPlan quick = BenchPlan.quick(Path.of("q"), Stores.of(Stores.ALL_BACKENDS), 5);
    assertThat(quick.stores().names())
        .extracting(StoreName::toString)
        .containsExactly("noop", "file", "rocksdb", "mysql single", "xrootd single");
    assertThat(quick.suites()).containsExactly(Suite.values());
    assertThat(quick.sizes()).containsExactly(1_000_000L);
    assertThat(quick.keys()).isEqualTo("stride:10");
    assertThat(quick.lookups().batched()).isEqualTo(1_000_000);
    assertThat(quick.stores().durability()).isEqualTo(Durability.SYNC);
    assertThat(quick.lookups().choice()).isEqualTo(KeyChoice.usual(5));
  }

  @Test
  void suitesAreDoneInOneOrderAndUpdateIsTheLast() {
    BenchPlan plan = plan(List.of(Suite.UPDATE, Suite.SCAN, Suite.INIT, Suite.SCAN), 1);
    assertThat(plan.suites()).containsExactly(Suite.INIT, Suite.SCAN, Suite.UPDATE);
  }

  @Test
  void allProblemsAreToldAtOnce() {
    assertThatThrownBy(() -> plan(List.of(), 0))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("at least one backend")
        .hasMessageContaining("not 0")
        .hasMessageContaining("clients: 0");
    assertThatThrownBy(() -> Suite.of("scam"))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("scam")
        .hasMessageContaining("scan");
  }

  @Test
  void topologiesAreReadAndPrintedAlike() {
    assertThat(XrootdTopology.of("single")).isEqualTo(XrootdTopology.SINGLE);
    assertThat(XrootdTopology.of("cluster")).hasToString("cluster:2");
    assertThat(XrootdTopology.of("cluster:7").dataServers()).isEqualTo(7);
    assertThatThrownBy(() -> XrootdTopology.of("cluster:0"))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("cluster:0");
  }

  @Test
  void eachLayoutAndTopologyIsAStoreOfItsOwn() {
    Stores usual = Stores.of(List.of("mysql", "file", "xrootd", "noop", "file"));
    Stores stores =
        new Stores(
            usual.backends(),
            Durability.SYNC,
            8 << 20,
            Optional.empty(),
            List.of(MySqlLayout.of("single"), MySqlLayout.of("split"), MySqlLayout.SINGLE),
            Optional.empty(),
            List.of(XrootdTopology.of("cluster"), XrootdTopology.SINGLE),
            Faults.NONE);
    assertThat(stores.names())
        .extracting(StoreName::toString)
        .containsExactly(
            "noop", "mysql single", "mysql split", "file", "xrootd cluster:2", "xrootd single");
    assertThat(stores.names())
        .extracting(StoreName::fileName)
        .contains("xrootd-cluster-2", "mysql-split", "file-local");
  }

  @Test
  void aTaskForEachNumberOfClientsAndOfKeysACall() {
    BenchPlan plan =
        new BenchPlan(
            Path.of("x"),
            false,
            Stores.of(List.of("file")),
            List.of(Suite.values()),
            List.of(1000L),
            "lsst",
            new Lookups(
                10,
                10,
                List.of(1, 100_000),
                List.of(1, 4),
                KeyChoice.usual(1),
                new Pace(Optional.empty(), 500)),
            1,
            false);
    StoreName file = new StoreName("file", "local");
    assertThat(plan.tasks(file))
        .extracting(t -> t.suite().label() + " " + t.clients() + " " + t.keysPerCall())
        .containsExactly(
            "init 1 1",
            "load 1 1",
            "run 1 1",
            "run 4 1",
            "batch 1 1",
            "batch 1 100000",
            "batch 4 1",
            "batch 4 100000",
            "scan 1 1",
            "mixed 1 1",
            "mixed 4 1",
            "update 1 1");
    assertThat(plan.tasks(StoreName.HARNESS))
        .extracting(Task::suite)
        .as("it keeps nothing that could be updated")
        .doesNotContain(Suite.UPDATE, Suite.MIXED);
    assertThat(plan.method(new Task(Suite.BATCH, 4, 100_000)))
        .isEqualTo(new Method("uniform", 0.1, 100_000, 500.0));
    assertThat(plan.method(new Task(Suite.SCAN, 1, 1))).isEqualTo(Method.NONE);
  }

  private static BenchPlan plan(List<Suite> suites, int number) {
    return new BenchPlan(
        Path.of("x"),
        false,
        Stores.of(List.of("file")),
        suites,
        List.of((long) number),
        "lsst",
        new Lookups(1, 1, List.of(1), List.of(number), KeyChoice.usual(0), Pace.ONCE),
        1,
        false);
  }
}

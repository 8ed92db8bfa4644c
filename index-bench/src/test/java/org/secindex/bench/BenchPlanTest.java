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
    BenchPlan quick = BenchPlan.quick(Path.of("q"), 5);
    assertThat(quick.backends()).containsExactly("file", "rocksdb", "mysql", "xrootd");
    assertThat(quick.suites()).containsExactly(Suite.values());
    assertThat(quick.sizes()).containsExactly(1_000_000L);
    assertThat(quick.keys()).isEqualTo("stride:10");
    assertThat(quick.batchLookups()).isEqualTo(1_000_000);
    assertThat(quick.durability()).isEqualTo(Durability.SYNC);
    assertThat(quick.seed()).isEqualTo(5);
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

  private static BenchPlan plan(List<Suite> suites, int number) {
    return new BenchPlan(
        List.of("file"),
        suites,
        List.of((long) number),
        "lsst",
        1,
        1,
        List.of(number),
        1,
        0,
        Durability.SYNC,
        8 << 20,
        Path.of("x"),
        Optional.empty(),
        Optional.empty(),
        XrootdTopology.SINGLE);
  }
}

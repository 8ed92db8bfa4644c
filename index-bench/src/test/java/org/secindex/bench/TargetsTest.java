package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.secindex.api.IndexUri;
import org.secindex.testkit.Catalogue;

class TargetsTest {
  @Test
  void anIndexInAServerOfTheUsersKeepsTheUsersOptions() {
    RemoteTarget plain =
        new RemoteTarget(
            new StoreName("mysql", "single"), "mysql://me@host:3306/db", "durability=sync");
    assertThat(plain.uri("i")).isEqualTo("mysql://me@host:3306/db/i?durability=sync");
    RemoteTarget more =
        new RemoteTarget(
            new StoreName("mysql", "split"),
            "mysql://me@host/db?password-file=/p&tls=verify",
            "durability=sync");
    assertThat(IndexUri.parse(more.uri("i")))
        .isEqualTo(
            new IndexUri(
                "mysql",
                "//me@host/db/i",
                Map.of("durability", "sync", "password-file", "/p", "tls", "verify")));
    assertThat(IndexUri.parse(more.uriToCreate("i", Catalogue.of("lsst", 1001))).options())
        .as("eight tables also of a small index")
        .containsEntry("layout", "split")
        .containsEntry("rows-per-table", "126");
    assertThat(plain.uriToCreate("i", Catalogue.of("lsst", 1001))).isEqualTo(plain.uri("i"));
    assertThat(more.cool()).as("a server that is not ours").isPresent();
    assertThat(more.processes()).as("processes that are not ours").isEmpty();
    assertThat(more.keepsIndexes()).isTrue();
  }

  @Test
  void anIndexOfALocalStoreLiesInTheRunsData() {
    LocalTarget target =
        new LocalTarget("rocksdb", Path.of("/run/data/rocksdb"), "cache=8388608", Map.of());
    assertThat(target.uri("i")).isEqualTo("rocksdb:/run/data/rocksdb/i?cache=8388608");
    assertThat(target.keepsIndexes()).isFalse();
  }
}

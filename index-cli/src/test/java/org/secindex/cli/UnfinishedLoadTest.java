package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** What the commands say of an index whose load is not complete. */
class UnfinishedLoadTest {
  @TempDir private Path dir;
  private String file = "";

  @BeforeEach
  void writeFile() throws IOException {
    file = Files.writeString(dir.resolve("a.tsv"), "5\t6\t7\n").toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void aKilledLoadCanBeDoneAgain(String scheme) throws IOException, InterruptedException {
    String uri = scheme + ":" + dir.resolve("index");
    assertThat(ProcessTest.runMain(KilledLoad.class, uri)).isEqualTo(137);
    assertThat(Run.of("info", uri).out()).startsWith("state: building");
    assertThat(Run.of("info", uri, "--json").out()).contains("\"state\":\"building\"");
    Run get = Run.of("get", uri, "5");
    assertThat(get.code()).isEqualTo(1);
    assertThat(get.err()).contains("BUILDING");
    Run load = Run.of("load", uri, file);
    assertThat(load.err()).startsWith("secindex: loaded 1 entry into");
    assertThat(load.code()).isZero();
    assertThat(Run.of("scan", uri, "--all").out()).isEqualTo("5\t6\t7\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void aRunningLoadIsLeftAlone(String scheme) {
    String uri = scheme + ":" + dir.resolve("index");
    List<Run> meanwhile = new ArrayList<>();
    EntrySource source =
        new EntrySource() {
          @Override
          public boolean read(EntryBatch into) {
            into.clear();
            if (!meanwhile.isEmpty()) {
              return false;
            }
            into.add(1, 2, 3);
            meanwhile.add(Run.of("get", uri, "1"));
            meanwhile.add(Run.of("load", uri, file));
            meanwhile.add(Run.of("load", uri, file, "--replace"));
            meanwhile.add(Run.of("update", uri, file));
            return true;
          }
        };
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(SortedEntries.of(KeyDomain.SIGNED, source));
    }
    assertThat(meanwhile).hasSize(4).allSatisfy(run -> assertThat(run.code()).isEqualTo(1));
    assertThat(meanwhile.get(0).err()).contains("BUILDING");
    assertThat(meanwhile.subList(1, 4))
        .allSatisfy(run -> assertThat(run.err()).contains("in use by another writer"));
    assertThat(Run.of("scan", uri, "--all").out()).isEqualTo("1\t2\t3\n");
  }
}

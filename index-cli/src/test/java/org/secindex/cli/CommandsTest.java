package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command over the backends that need no server. */
class CommandsTest {
  private static final String ENTRIES = "7\t70\t1\n-5\t50\t2\n9\t70\t0\n8\t60\t3\n";

  @TempDir private Path dir;
  private String file = "";

  @BeforeEach
  void writeFile() throws IOException {
    file = write("a.tsv", ENTRIES);
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text).toString();
  }

  private String uri(String scheme) {
    return scheme + ":" + dir.resolve("index");
  }

  private String loaded(String scheme) {
    String uri = uri(scheme);
    assertThat(Run.of("load", uri, file).code()).isZero();
    return uri;
  }

  private static final String ALL = "-5\t50\t2\n7\t70\t1\n8\t60\t3\n9\t70\t0\n";

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void loadsWhereNothingStands(String scheme) {
    Run load = Run.of("load", uri(scheme), file);
    assertThat(load.code()).isZero();
    assertThat(load.out()).isEmpty();
    assertThat(load.err()).matches("secindex: loaded 4 entries into .*index in \\d+\\.\\d s.*\n");
    assertThat(Run.of("scan", uri(scheme), "--all")).isEqualTo(new Run(0, ALL, ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void refusesToLoadOverEntries(String scheme) throws IOException {
    String uri = loaded(scheme);
    String other = write("b.tsv", "1\t1\t1\n");
    Run refused = Run.of("load", uri, other);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).startsWith("secindex: ").contains("--replace", "secindex update");
    assertThat(Run.of("scan", uri, "--all").out()).isEqualTo(ALL);

    assertThat(Run.of("load", uri, other, "--replace").code()).isZero();
    assertThat(Run.of("scan", uri, "--all").out()).isEqualTo("1\t1\t1\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void changesNothingForBadInput(String scheme) throws IOException {
    String bad = write("bad.tsv", "1\t1\t1\n2\t-3\t1\n");
    String conflict = write("conflict.tsv", "1\t1\t1\n1\t1\t2\n");
    assertThat(Run.of("load", uri(scheme), bad).code()).isEqualTo(1);
    assertThat(dir.resolve("index")).doesNotExist();

    String uri = loaded(scheme);
    for (String command : new String[] {"load", "update"}) {
      String[] replace = command.equals("load") ? new String[] {"--replace"} : new String[] {};
      Run run = Run.of(concat(replace, command, uri, bad));
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err()).isEqualTo("secindex: " + bad + ":2:2: chunk '-3' is negative\n");
      Run twice = Run.of(concat(replace, command, uri, conflict));
      assertThat(twice.code()).isEqualTo(1);
      assertThat(twice.err()).contains("key 1 comes twice", conflict + ":1", conflict + ":2");
    }
    assertThat(Run.of("scan", uri, "--all").out()).isEqualTo(ALL);
  }

  private static String[] concat(String[] more, String... args) {
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void readsStandardInputAndSaysWhatWasLeftOut(String scheme) {
    String input = "x\tid\tc\tra\n\n1\t7\t2\t3\n1\t7\t2\t3\n1\t7\t5\t3\n";
    Run load =
        Run.withInput(
            input,
            "load",
            uri(scheme),
            "-",
            "--header",
            "--columns",
            "id=id,chunk=c,sub=1",
            "--on-duplicate",
            "last",
            "--json");
    assertThat(load.code()).isZero();
    assertThat(load.err())
        .contains("conflict: id 7: -:3 (chunk 2, subchunk 1) and -:5 (chunk 5, subchunk 1)")
        .contains("; 1 repeated row left out; 1 conflict resolved; 1 blank line skipped");
    assertThat(load.out())
        .startsWith("{\"schema\":\"secindex.load.1\"")
        .contains("\"entries\":1,\"rows\":3,\"repeats\":1,\"conflicts\":1,\"blankLines\":1,")
        .endsWith("}\n");
    assertThat(Run.of("get", uri(scheme), "7").out()).isEqualTo("7\t5\t1\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void getsInTheOrderAsked(String scheme) {
    String uri = loaded(scheme);
    assertThat(Run.of("get", uri, "9", "7", "-5", "9").out())
        .isEqualTo("9\t70\t0\n7\t70\t1\n-5\t50\t2\n9\t70\t0\n");
    assertThat(Run.of("get", uri, "--", "-5", "007"))
        .isEqualTo(new Run(0, "-5\t50\t2\n7\t70\t1\n", ""));
    assertThat(Run.withInput("9\n7\n\n-5\n9", "get", uri, "-"))
        .isEqualTo(new Run(0, "9\t70\t0\n7\t70\t1\n-5\t50\t2\n9\t70\t0\n", ""));
    assertThat(Run.of("get", uri, "9", "--json").out())
        .isEqualTo("{\"key\":\"9\",\"chunkId\":70,\"subChunkId\":0}\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void getsByChunk(String scheme) {
    String uri = loaded(scheme);
    assertThat(Run.of("get", uri, "--by-chunk", "9", "7", "-5", "9").out())
        .isEqualTo("50\t2\n70\t0,1\n");
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      many.append(i % 2 == 0 ? "9\n" : "7\n");
    }
    assertThat(Run.withInput(many.toString(), "get", uri, "--by-chunk", "--json", "-").out())
        .isEqualTo("{\"chunkId\":70,\"subChunkIds\":[0,1]}\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void saysWhatIsMissing(String scheme) {
    String uri = loaded(scheme);
    assertThat(Run.of("get", uri, "6", "7", "-6"))
        .isEqualTo(new Run(3, "7\t70\t1\n", "secindex: missing: 6\nsecindex: missing: -6\n"));
    assertThat(Run.of("get", uri, "6", "--json").out())
        .isEqualTo("{\"key\":\"6\",\"chunkId\":null,\"subChunkId\":null}\n");
    assertThat(Run.of("get", uri, "--missing", "skip", "6", "7"))
        .isEqualTo(new Run(0, "7\t70\t1\n", ""));
    Run fail = Run.of("get", uri, "--missing", "fail", "7", "6");
    assertThat(fail.code()).isEqualTo(1);
    assertThat(fail.out()).isEmpty();
    assertThat(fail.err()).contains("id 6 is not there");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void scansRangesWithBothEnds(String scheme) {
    String uri = loaded(scheme);
    assertThat(Run.of("scan", uri, "--from", "-5", "--to", "8").out())
        .isEqualTo("-5\t50\t2\n7\t70\t1\n8\t60\t3\n");
    assertThat(Run.of("scan", uri, "--from", "8", "--to", "7")).isEqualTo(new Run(0, "", ""));
    assertThat(Run.of("scan", uri, "--all", "--limit", "1").out()).isEqualTo("-5\t50\t2\n");
    assertThat(Run.of("scan", uri, "--all", "--limit", "0").out()).isEmpty();
    assertThat(Run.of("scan", uri).code()).isEqualTo(2);
    assertThat(Run.of("scan", uri, "--from", "3").code()).isEqualTo(2);
    assertThat(Run.of("scan", uri, "--from", "3", "--to", "x").err())
        .contains("--to: 'x' is not a key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void updatesAndRemoves(String scheme) throws IOException {
    String uri = loaded(scheme);
    Run update = Run.of("update", uri, write("b.csv", "8,61,4\n10,1,1\n"));
    assertThat(update.code()).isZero();
    assertThat(update.err()).startsWith("secindex: updated 2 entries in");
    Run remove =
        Run.of("remove", uri, write("c.tsv", "x\t7\ny\t7777\nz\t-5\n"), "--columns", "id=2");
    assertThat(remove.code()).isZero();
    assertThat(remove.err()).startsWith("secindex: removed 3 ids from");
    assertThat(Run.of("scan", uri, "--all").out()).isEqualTo("8\t61\t4\n9\t70\t0\n10\t1\t1\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void informsAndVerifies(String scheme) {
    String uri = loaded(scheme);
    Run info = Run.of("info", uri);
    assertThat(info.code()).isZero();
    assertThat(info.out())
        .contains("backend: " + scheme + "\n", "state: ready\n", "key-domain: signed\n")
        .containsPattern("entries: ~?\\d+\n");
    assertThat(Run.of("info", uri, "--json").out())
        .startsWith("{\"schema\":\"secindex.info.1\",")
        .contains("\"backend\":\"" + scheme + "\"", "\"state\":\"ready\"", "\"bytesPerEntry\":")
        .endsWith("}\n");
    Run verify = Run.of("verify", uri);
    assertThat(verify.code()).isZero();
    assertThat(verify.out())
        .matches(Pattern.quote(uri) + ": 4 entries, checksum [0-9a-f]{16}, no problems\n");
    assertThat(Run.of("verify", uri, "--json").out()).contains("\"problems\":[]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void compacts(String scheme) throws IOException {
    String uri = loaded(scheme);
    assertThat(Run.of("remove", uri, write("gone.txt", "10\n")).code()).isZero();
    String before = Run.of("scan", uri, "--all").out();
    Run compact = Run.of("compact", uri);
    assertThat(compact.code()).isZero();
    assertThat(compact.err())
        .matches("secindex: compacted " + Pattern.quote(uri) + ": \\d+ bytes before, now .*\n");
    assertThat(Run.of("compact", uri, "--json").out())
        .startsWith("{\"schema\":\"secindex.compact.1\",")
        .contains("\"bytesBefore\":");
    assertThat(Run.of("scan", uri, "--all").out()).isEqualTo(before);
    assertThat(Run.of("compact", "file:" + dir.resolve("none")).err()).contains("no index at");
  }

  @Test
  void adoptsSegmentsBuiltElsewhere() throws IOException {
    String low = write("low.tsv", "1\t1\t1\n2\t1\t2\n");
    String high = write("high.tsv", "7\t2\t1\n8\t2\t2\n");
    Run.of("load", "file:" + dir.resolve("low"), low);
    Run.of("load", "file:" + dir.resolve("high"), high);
    String one = segmentIn("low").toString();
    String other = segmentIn("high").toString();
    String uri = "file:" + dir.resolve("whole");
    assertThat(Run.of("adopt", uri, one, other).err())
        .startsWith("secindex: adopted 4 entries in 2 segments into " + uri);
    assertThat(Run.of("scan", uri, "--all").out())
        .isEqualTo("1\t1\t1\n2\t1\t2\n7\t2\t1\n8\t2\t2\n");
    Run again = Run.of("adopt", uri, one);
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).contains("meet").contains(one);
    Run moved = Run.of("adopt", "file:" + dir.resolve("moved"), "--move", one, "--json");
    assertThat(moved.out()).startsWith("{\"schema\":\"secindex.adopt.1\",");
    assertThat(Path.of(one)).doesNotExist();
    Run rocks = Run.of("adopt", loaded("rocksdb"), other);
    assertThat(rocks.code()).isEqualTo(2);
    assertThat(rocks.err()).contains("no index of segments");
  }

  @Test
  void anAdoptionOfTheWrongKindLeavesNoIndexBehind() throws IOException {
    String unsigned = "file:" + dir.resolve("unsigned");
    Run.of("load", unsigned, write("one.tsv", "1\t1\t1\n"), "--key-domain", "unsigned");
    String segment = segmentIn("unsigned").toString();
    for (String scheme : new String[] {"file", "rocksdb"}) {
      String uri = scheme + ":" + dir.resolve("new-" + scheme);
      assertThat(Run.of("adopt", uri, segment, "--move").code()).isEqualTo(2);
      assertThat(Run.of("info", uri).err()).contains("no index at " + uri);
    }
    Run right = Run.of("adopt", "file:" + dir.resolve("n"), segment, "--key-domain", "unsigned");
    assertThat(right.code()).isZero();
    Run other = Run.of("adopt", unsigned, segment, "--key-domain", "signed");
    assertThat(other.code()).isEqualTo(2);
    assertThat(other.err()).contains("its keys are UNSIGNED, not SIGNED");
  }

  private Path segmentIn(String index) throws IOException {
    try (var files = Files.list(dir.resolve(index))) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).startsWith("segment-"))
          .findAny()
          .orElseThrow();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void copiesBetweenBackends(String scheme) {
    String from = loaded(scheme);
    String to = (scheme.equals("file") ? "rocksdb:" : "file:") + dir.resolve("copy");
    Run copy = Run.of("copy", from, to);
    assertThat(copy.code()).isZero();
    assertThat(copy.err()).startsWith("secindex: copied 4 entries from");
    String sum = Run.of("verify", from).out().replace(from, "");
    assertThat(Run.of("verify", to).out().replace(to, "")).isEqualTo(sum);
    assertThat(Run.of("copy", from, to).code()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void keepsTheKeyDomain(String scheme) throws IOException {
    String large = write("u.tsv", "18446744073709551615\t1\t1\n7\t2\t2\n");
    String uri = uri(scheme);
    assertThat(Run.of("load", uri, large).err()).contains("u.tsv:1:1: id '18446744073709551615'");
    assertThat(Run.of("load", uri, large, "--key-domain", "unsigned").code()).isZero();
    String all = "7\t2\t2\n18446744073709551615\t1\t1\n";
    assertThat(Run.of("scan", uri, "--all").out()).isEqualTo(all);
    assertThat(Run.of("get", uri, "-1").err()).contains("'-1' is not a key");
    // The domain of the old index holds for its successor, unless another one is asked for.
    assertThat(Run.of("load", uri, large, "--replace").code()).isZero();
    assertThat(Run.of("load", uri, file, "--replace").code()).isEqualTo(1);
    assertThat(Run.of("load", uri, file, "--replace", "--key-domain", "signed").code()).isZero();
    assertThat(Run.of("scan", uri, "--all").out()).isEqualTo(ALL);
  }
}

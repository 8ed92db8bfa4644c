package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyCommandTest {
  private static final int ROWS = 5000;

  @TempDir private Path dir;
  private String uri = "";
  private String rows = "";

  @BeforeEach
  void load() throws IOException {
    uri = "file:" + dir.resolve("index");
    rows = IntStream.range(0, ROWS).mapToObj(i -> row(i, 1)).collect(Collectors.joining());
    assertThat(Run.of("load", uri, write("rows.tsv", rows)).code()).isZero();
  }

  private static String row(int key, int chunk) {
    return 10 * key + "\t" + chunk + "\t" + key % 7 + "\n";
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1%", "0.01", "100%", "1", "1e-9"})
  void readsASample(String share) {
    Run run = Run.of("verify", uri, "--sample", share, "--seed", "7");
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .matches(
            ".*: \\d+ entries \\(a sample of "
                + share
                + " by seed 7\\), checksum [0-9a-f]{16}, no problems\n");
    Run json = Run.of("verify", uri, "--sample", share, "--seed", "7", "--json");
    assertThat(json.out()).contains("\"share\":", "\"seed\":7,");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0%", "101%", "-1", "x", "%", "NaN"})
  void refusesWhatIsNoShare(String share) {
    Run run = Run.of("verify", uri, "--sample", share);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--sample: '" + share + "' is no share");
  }

  @Test
  void findsFilesAndIndexesEqual() throws IOException {
    String other = "rocksdb:" + dir.resolve("other");
    assertThat(Run.of("copy", uri, other).code()).isZero();
    Run run = Run.of("verify", uri, "--against", other);
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .endsWith("\nagainst " + other + ": 5000 equal, 0 missing, 0 wrong, 0 extra\n");
    String half = rows.substring(0, rows.indexOf("\n20000\t") + 1);
    String rest = rows.substring(half.length());
    Run files = Run.of("verify", uri, "--against", write("a", half), write("b", rest));
    assertThat(files.code()).isZero();
    Run columns =
        Run.withInput(rows, "verify", uri, "--columns", "id=1,chunk=2,sub=3", "--against", "-");
    assertThat(columns.code()).isZero();
  }

  @Test
  void tellsEachDifference() throws IOException {
    String changed =
        rows.replace("\n" + row(1, 1) + row(2, 1), "\n" + row(1, 9)) + "7\t1\t1\n8\t1\t1\n";
    Run run = Run.of("verify", uri, "--against", write("changed.tsv", changed));
    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out())
        .contains(
            "missing: 7: chunk 1, subchunk 1 expected\nmissing: 8: chunk 1, subchunk 1 expected\n",
            "wrong: 10: chunk 1, subchunk 1 found, chunk 9, subchunk 1 expected\n",
            "extra: 20: chunk 1, subchunk 2 found\n")
        .endsWith(": 4998 equal, 2 missing, 1 wrong, 1 extra\n");
    Run json = Run.of("verify", uri, "--json", "--against", dir.resolve("changed.tsv").toString());
    assertThat(json.code()).isEqualTo(3);
    assertThat(json.out())
        .contains("\"comparison\":{\"against\":[", "\"equal\":4998,\"missing\":{")
        .contains("20: chunk 1, subchunk 2 found");
    Run empty = Run.of("verify", uri, "--against", write("empty.tsv", ""));
    assertThat(empty.code()).isEqualTo(3);
    assertThat(empty.out()).contains("extra: and 4995 more\n");
  }

  @Test
  void refusesWhatCannotBeCompared() throws IOException {
    String unsigned = "file:" + dir.resolve("unsigned");
    String file = write("one.tsv", "1\t1\t1\n");
    assertThat(Run.of("load", unsigned, file, "--key-domain", "unsigned").code()).isZero();
    assertThat(Run.of("verify", uri, "--against", unsigned).code()).isEqualTo(2);
    assertThat(Run.of("verify", uri, "--against", uri, file).err())
        .contains("either one index, or any number of files");
    assertThat(Run.of("verify", uri, "--against", "file:" + dir.resolve("none")).code())
        .isEqualTo(1);
    assertThat(Run.of("verify", uri, "--against", dir.resolve("none").toString()).code())
        .isEqualTo(1);
  }

  /** What cannot be opened is damage if it is an index of ours, and else a failure. */
  @ParameterizedTest
  @ValueSource(strings = {"file", "rocksdb"})
  void tellsDamageFromNoIndex(String scheme) throws IOException {
    Path letters = Files.createDirectories(dir.resolve("letters"));
    Files.writeString(letters.resolve("letter.txt"), "Dear Sir");
    Path plain = Files.writeString(dir.resolve("plain"), "text");
    for (Path path : new Path[] {letters, plain, dir.resolve("none")}) {
      for (String command : new String[] {"verify", "info"}) {
        Run run = Run.of(command, scheme + ":" + path);
        assertThat(run.code()).as("%s %s", command, path).isEqualTo(1);
        assertThat(run.err()).contains(path.toString());
        assertThat(run.out()).isEmpty();
      }
    }
  }

  @Test
  void damageOfWhatIsComparedWithIsAFailure() throws IOException {
    String sound = "file:" + dir.resolve("sound");
    assertThat(Run.of("copy", uri, sound).code()).isZero();
    Path segment = file("segment-");
    byte[] content = Files.readAllBytes(segment);
    content[100] ^= 1;
    Files.write(segment, content);
    Run scanned = Run.of("verify", sound, "--against", uri);
    assertThat(scanned.code()).isEqualTo(1);
    assertThat(scanned.out()).isEmpty();
    assertThat(scanned.err()).contains("--against: " + segment);
    Files.write(file("manifest-"), new byte[] {1, 2, 3});
    Run opened = Run.of("verify", sound, "--against", uri);
    assertThat(opened.code()).isEqualTo(1);
    assertThat(opened.err()).contains("--against: " + file("manifest-"));
  }

  private Path file(String prefix) throws IOException {
    try (var files = Files.list(dir.resolve("index"))) {
      return files.filter(f -> f.toString().contains(prefix)).findAny().orElseThrow();
    }
  }

  @Test
  void damageIsAFindingOfVerifyAndAFailureOfInfo() throws IOException {
    Path manifest = file("manifest-");
    Files.write(manifest, new byte[] {1, 2, 3});
    Run verify = Run.of("verify", uri, "--against", dir.resolve("rows.tsv").toString());
    assertThat(verify.code()).isEqualTo(3);
    assertThat(verify.out()).startsWith("problem: " + manifest);
    assertThat(verify.err()).contains("not compared");
    assertThat(Run.of("info", uri).code()).isEqualTo(1);
  }
}

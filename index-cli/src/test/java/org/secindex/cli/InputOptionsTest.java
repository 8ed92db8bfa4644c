package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dirty and unusual inputs, by option. */
class InputOptionsTest {
  @TempDir private Path dir;

  private String write(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text).toString();
  }

  private String uri(String name) {
    return "file:" + dir.resolve(name);
  }

  @Test
  void divertsBadRowsAndSaysSo() throws IOException {
    String file = write("a.tsv", "5\t1\t1\nx\t1\t1\n6\t1\n7\t1\t1\n");
    String bad = dir.resolve("bad.txt").toString();
    Run failed = Run.of("load", uri("i"), file);
    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.err()).contains(file + ":2:1: id 'x' is not a number");
    assertThat(dir.resolve("i")).doesNotExist();

    Run load = Run.of("load", uri("i"), file, "--errors", bad, "--json");
    assertThat(load.code()).isEqualTo(3);
    assertThat(load.err()).contains("; 2 bad rows written to the --errors file");
    assertThat(load.out()).contains("\"entries\":2,\"rows\":2", "\"badRows\":2");
    assertThat(Files.readString(Path.of(bad)))
        .startsWith(file + ":2\t1\tid 'x' is not a number of decimal digits\tx\t1\t1\n")
        .contains(file + ":3\t3\t");
    assertThat(Run.of("scan", uri("i"), "--all").out()).isEqualTo("5\t1\t1\n7\t1\t1\n");

    Run verify = Run.of("verify", uri("i"), "--errors", bad, "--against", file);
    assertThat(verify.code()).isEqualTo(3);
    assertThat(verify.out())
        .contains("2 equal, 0 missing, 0 wrong, 0 extra; 2 bad rows written to the --errors file");
    assertThat(Run.of("verify", uri("i"), "--errors", bad, "--json", "--against", file).out())
        .contains("\"badRows\":2");

    String[] more = {"--errors", bad, "--max-errors", "1"};
    assertThat(Run.of("update", uri("i"), file, more[0], more[1], more[2], more[3]).code())
        .isEqualTo(1);
    assertThat(Run.of("update", uri("i"), file, more[0], more[1]).code()).isEqualTo(3);
    assertThat(Run.of("remove", uri("i"), file, more[0], more[1]).code()).isEqualTo(3);
    assertThat(Run.of("scan", uri("i"), "--all").out()).isEmpty();
  }

  @Test
  void warnsOfWhatLooksLikeTheWrongColumn() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      text.append("1635148068389036032\t1\t1\n");
    }
    Run load = Run.of("load", uri("i"), write("a.tsv", text.toString()), "--json");
    assertThat(load.code()).isZero();
    assertThat(load.err()).contains("secindex: warning: 200 of the first 200 rows have the id");
    assertThat(load.out()).contains("\"warnings\":[\"200 of the first 200 rows");
  }

  @Test
  void takesFoldersAndLinesThatAreNoRows() throws IOException {
    Files.createDirectory(dir.resolve("d"));
    write("d/chunk_1.txt", "made by hand\n# c\nid sub\n 5   1\n\n");
    write("d/chunk_2.txt", "made by hand\nid sub\n6 1 \n# c\n");
    Run load =
        Run.of(
            "load",
            uri("i"),
            dir.resolve("d").toString(),
            "--format",
            "whitespace",
            "--skip-lines",
            "1",
            "--comment",
            "#",
            "--header",
            "--columns",
            "id=id,sub=sub",
            "--chunk",
            "name");
    assertThat(load.code()).as(load.err()).isZero();
    assertThat(load.err()).contains("; 1 blank line skipped; 2 comments skipped");
    assertThat(Run.of("scan", uri("i"), "--all").out()).isEqualTo("5\t1\t1\n6\t2\t1\n");
    Run nothing = Run.of("load", uri("j"), dir + "/d/*.csv");
    assertThat(nothing.code()).isEqualTo(2);
    assertThat(nothing.err()).contains("there are no files");
  }

  @Test
  void takesBinaryByName() throws IOException {
    byte[] record = {0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 7};
    Path file = Files.write(dir.resolve("a.bin"), record);
    assertThat(Run.of("load", uri("i"), file.toString(), "--threads", "1").code()).isZero();
    assertThat(Run.of("get", uri("i"), "5").out()).isEqualTo("5\t6\t7\n");
    Files.write(file, new byte[17]);
    assertThat(Run.of("load", uri("j"), file.toString()).err())
        .contains("in the middle of a record, at offset 17");
  }

  /** What is right in a file is right as an argument, and the other way round. */
  @Test
  void hasOnePolicyForNumbers() throws IOException {
    assertThat(Run.of("load", uri("i"), write("a.tsv", "7\t1\t1\n0\t1\t1\n")).code()).isZero();
    for (String id : new String[] {"7", "007", "-0"}) {
      assertThat(Run.of("get", uri("i"), id).code()).as(id).isZero();
      assertThat(Run.of("load", uri("j"), write("b.tsv", id + "\t1\t1\n"), "--replace").code())
          .as(id)
          .isZero();
    }
    for (String id : new String[] {"+7", " 7", "7.", "7.0", "0x7", "7e0", "", "\"7\"", "\u0667"}) {
      assertThat(Run.of("get", uri("i"), id).code()).as(id).isNotZero();
      assertThat(Run.of("load", uri("j"), write("b.tsv", id + "\t1\t1\n"), "--replace").code())
          .as(id)
          .isEqualTo(1);
    }
  }

  @Test
  void publishesNothingOfACutArchive() throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(archive)) {
      for (int i = 0; i < 100_000; i++) {
        out.write((i + "\t" + i % 977 + "\t1\n").getBytes(StandardCharsets.US_ASCII));
      }
    }
    byte[] whole = archive.toByteArray();
    Path cut = Files.write(dir.resolve("a.tsv.gz"), Arrays.copyOf(whole, whole.length * 6 / 10));
    Run load = Run.of("load", uri("i"), cut.toString());
    assertThat(load.code()).isEqualTo(1);
    assertThat(load.err())
        .startsWith("secindex: " + cut + ": ")
        .containsPattern("\\(after \\d{4,5} rows\\)");
    assertThat(dir.resolve("i")).doesNotExist();
    Files.write(cut, new byte[0]);
    assertThat(Run.of("load", uri("i"), cut.toString()).err())
        .isEqualTo("secindex: " + cut + ": an empty compressed file\n");
    Files.write(cut, whole);
    assertThat(Run.of("load", uri("i"), cut.toString()).code()).isZero();
  }
}

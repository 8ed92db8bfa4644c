package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Faults that users of such software have reported, as they came, and their nearest kin; {@code
 * docs/input.md} has the list, and where else each kind is tested.
 */
class ReportsTest {
  private static final String BOM = "\u00EF\u00BB\u00BF";

  @TempDir private Path dir;

  /** All text formats, plain and compressed. */
  static Stream<Arguments> texts() {
    return Stream.of(Inputs.TSV, Inputs.CSV, Inputs.WHITESPACE)
        .flatMap(format -> Stream.of(Codec.values()).map(codec -> Arguments.of(format, codec)));
  }

  private static List<String> rows(String tabbed, IngestOptions options, Codec codec) {
    boolean csv = options.format().orElseThrow() == Format.CSV;
    byte[] bytes = Inputs.compress(codec, csv ? tabbed.replace('\t', ',') : tabbed);
    return Inputs.rows(new ByteArrayInputStream(bytes), options);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void r32TakesAMarkAtTheStartAndCarriageReturnsAtLineEnds(IngestOptions options, Codec codec) {
    assertThat(rows(BOM + "6\t1\t2\r\n7\t1\t2\r\n", options, codec))
        .containsExactly("6:1:2", "7:1:2");
    IngestOptions named =
        options
            .withHeader(true)
            .withColumns(
                ColumnSpec.parse(
                    "id=id,chunk=chunk,sub=sub",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
    assertThat(rows(BOM + "id\tchunk\tsub\r\n7\t1\t31\r\n", named, codec))
        .containsExactly("7:1:31");
    IngestOptions commented = options.withLines(LineOptions.DEFAULT.withComment("#"));
    assertThat(rows(BOM + "# made by hand\r\n7\t1\t31", commented, codec))
        .containsExactly("7:1:31");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void r32RefusesAMarkElsewhereAndCarriageReturnsAlone(IngestOptions options, Codec codec) {
    assertThatThrownBy(() -> rows(BOM + "6\t1\t2\r\n" + BOM + "7\t1\t2\r\n", options, codec))
        .isInstanceOf(MalformedInputException.class)
        .hasMessageStartingWith("-:2:1: a byte order mark");
    for (String text : List.of("6\t1\t2\r7\t1\t2\r\n", "6\t1\r\t2\n", "\r6\t1\t2\n")) {
      assertThatThrownBy(() -> rows("5\t1\t2\r\n" + text, options, codec))
          .as(text)
          .isInstanceOf(MalformedInputException.class)
          .hasMessageStartingWith("-:2:")
          .hasMessageContaining("a carriage return");
    }
    // In a header too.
    assertThatThrownBy(
            () ->
                rows(
                    "# x\nid\tchu\rnk\tsub\n",
                    options.withLines(LineOptions.DEFAULT.withHeader(true).withComment("#")),
                    codec))
        .hasMessageStartingWith("-:2:")
        .hasMessageContaining("a carriage return");
  }

  /** The last column holds anything: escaped tabs, line feeds and backslashes, and no text. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void r33CountsColumnsByMysqlsEscapes(int threads) {
    List<String> blobs =
        List.of(
            "\\\tx",
            "\\\\",
            "\\0\\N",
            "a\\\\\\\tb",
            "\\\n",
            "\f\u000B\u001C\u001D\u001E\u0085",
            "\u00FF\u00FE\u0080",
            "",
            "\\N",
            "\\\r\\\n\"",
            "\"");
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(433314955527561L + i).append("\t7\t\\N\t3\t");
      text.append(blobs.get(i % blobs.size())).append('\n');
    }
    IngestOptions options =
        Inputs.TSV
            .withThreads(threads)
            .withColumns(
                ColumnSpec.parse(
                    "id=1,chunk=2,sub=4", Optional.empty(), Optional.empty(), Optional.empty()));
    assertThat(Inputs.rows(text.toString(), options))
        .hasSize(20_000)
        .startsWith("433314955527561:7:3")
        .endsWith("433314955547560:7:3");
    assertThatThrownBy(() -> Inputs.rows("5\t\\N\t7\n", Inputs.TSV))
        .hasMessage("-:1:2: chunk '\\N' is NULL");
    assertThatThrownBy(() -> Inputs.rows("5\tx\\N\t7\n", Inputs.TSV))
        .hasMessageContaining("chunk 'x\\N' is not a number");
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void r34RefusesACutArchiveWhateverItHolds(Codec codec) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60_000; i++) {
      text.append(i * 7919L % 1_000_003).append(",1,1\n");
    }
    byte[] whole = Inputs.compress(codec, text.toString());
    Path file = dir.resolve("a");
    for (int threads : new int[] {1, 3}) {
      IngestOptions options = Inputs.CSV.withThreads(threads);
      Files.write(file, Arrays.copyOf(whole, whole.length * 6 / 10));
      assertThatThrownBy(() -> Ingest.read(List.of(file.toString()), options))
          .isInstanceOf(MalformedInputException.class)
          .hasMessageStartingWith(file + ": ")
          .hasMessageContaining("cut");
      byte[] more = Arrays.copyOf(whole, whole.length + 5);
      System.arraycopy(Inputs.bytes("abcde"), 0, more, whole.length, 5);
      Files.write(file, more);
      assertThatThrownBy(() -> Ingest.read(List.of(file.toString()), options))
          .isInstanceOf(MalformedInputException.class)
          .hasMessageContaining("(after ");
    }
  }

  @ParameterizedTest
  @EnumSource(names = "BINARY", mode = EnumSource.Mode.EXCLUDE)
  void r35HasOnePolicyForNumbers(Format format) {
    IngestOptions options = IngestOptions.defaults(Inputs.TSV.domain()).withFormat(format);
    String separator = format == Format.CSV ? "," : "\t";
    for (String role : List.of("id", "chunk", "sub")) {
      for (String good : List.of("7", "007", "00000000000000000000000000000007")) {
        assertThat(Inputs.rows(row(role, good, separator), options)).as(good).hasSize(1);
      }
      List<String> bad =
          new ArrayList<>(
              List.of("+7", "7.", "15.0", "1.58E+18", "0x7", "-", "\u00B2", "1_000", "\\N", "'7'"));
      if (format != Format.WHITESPACE) {
        bad.addAll(List.of("", " 7", "7 ", " 7 "));
      }
      if (format == Format.CSV) {
        assertThat(Inputs.rows(row(role, "\"7\"", separator), options)).hasSize(1);
        bad.addAll(List.of("\" 7\"", "\"\"", "\"7\"\"\""));
      } else {
        bad.add("\"7\"");
      }
      int column = List.of("id", "chunk", "sub").indexOf(role) + 1;
      for (String text : bad) {
        assertThatThrownBy(() -> Inputs.rows(row(role, text, separator), options))
            .as("%s %s", role, text)
            .isInstanceOf(MalformedInputException.class)
            .hasMessageStartingWith("-:2:" + column + ": " + role + " '");
      }
    }
    assertThat(Inputs.rows(row("id", "-0", separator), options)).hasSize(1);
    assertThatThrownBy(() -> Inputs.rows(row("chunk", "-0", separator), options))
        .hasMessageContaining("chunk '-0' is negative");
  }

  /** A row with this text in the column of that role, behind a comment. */
  private static String row(String role, String text, String separator) {
    return "\n"
        + String.join(
            separator,
            role.equals("id") ? text : "1",
            role.equals("chunk") ? text : "1",
            role.equals("sub") ? text : "1")
        + "\n";
  }

  @ParameterizedTest
  @MethodSource("texts")
  void r36TakesLinesForWhatTheyWereDeclared(IngestOptions options, Codec codec) {
    String header = "objectId\tchunkId\tsubChunkId\n";
    IngestOptions declared = options.withHeader(true);
    assertThat(rows(header + "12\t3\t4\n\n13\t3\t4", declared, codec))
        .containsExactly("12:3:4", "13:3:4");
    assertThatThrownBy(() -> rows(header + "12\t3\t4\n", options, codec))
        .hasMessageStartingWith("-:1:1: id 'objectId'");
    // Cut in the middle: never a shorter id.
    for (String cut : List.of("1", "13\t3")) {
      assertThatThrownBy(() -> rows(header + "12\t3\t4\n\n" + cut, declared, codec))
          .isInstanceOf(MalformedInputException.class)
          .hasMessageStartingWith("-:4:");
    }
    boolean blanks = options.format().orElseThrow() == Format.WHITESPACE;
    String trailing = header + "12\t3\t4\n14\t3\t4\t\t\n";
    LineOptions tolerant = LineOptions.DEFAULT.withHeader(true).withEmptyTrailing(true);
    assertThat(rows(trailing, options.withLines(tolerant), codec)).hasSize(2);
    if (!blanks) {
      assertThatThrownBy(() -> rows(trailing, declared, codec)).hasMessageStartingWith("-:3:");
    }
  }

  /** Rows of two ranges in turns, as a million tiny loads; and files that begin descending. */
  @Test
  void r37NamesTheFirstRowOutOfOrderAndSortsOnce() {
    StringBuilder text = new StringBuilder("# in turns\n");
    int rows = 200_000;
    for (int i = 0; i < rows; i++) {
      text.append(i % 2 == 0 ? i : 1_000_000_000_000L + i).append("\t1\t1\n");
    }
    IngestOptions options =
        Inputs.TSV
            .withMemory(1 << 20)
            .withTemp(dir)
            .withLines(LineOptions.DEFAULT.withComment("#"));
    try (Ingested sorted = Inputs.read(text.toString(), options)) {
      IngestSummary summary = sorted.summary();
      assertThat(summary.entries()).isEqualTo(rows);
      // 0, then one of the other range, then this.
      assertThat(summary.firstInversion()).hasValue("-:4");
      // Each row once, however often the range changes.
      assertThat(summary.spilledBytes()).isBetween(1L, 16L * rows);
      assertThat(Inputs.drain(sorted.entries())).startsWith("0:1:1", "2:1:1").hasSize(rows);
    }
    try (Ingested descending = Inputs.read("9\t1\t1\n8\t1\t1\n10\t1\t1\n", Inputs.TSV)) {
      assertThat(descending.summary().firstInversion()).hasValue("-:2");
      assertThat(Inputs.drain(descending.entries())).containsExactly("8:1:1", "9:1:1", "10:1:1");
    }
  }
}

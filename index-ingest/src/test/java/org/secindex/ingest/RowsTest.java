package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.ingest.Inputs.CSV;
import static org.secindex.ingest.Inputs.TSV;
import static org.secindex.ingest.Inputs.rows;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.ingest.Placement.NumberSource;

/** What is a row, what is a field, and what is refused; in both formats. */
class RowsTest {
  private static final String BOM = "\u00EF\u00BB\u00BF";

  /** Tabs become commas for CSV where a case is the same in both formats. */
  private static Stream<Arguments> inBothFormats(Stream<Arguments> cases) {
    return cases.flatMap(
        c -> {
          Object[] values = c.get();
          Object[] csv = values.clone();
          csv[0] = ((String) values[0]).replace('\t', ',');
          Object[] withTsv = Stream.concat(Stream.of(TSV), Stream.of(values)).toArray();
          Object[] withCsv = Stream.concat(Stream.of(CSV), Stream.of(csv)).toArray();
          return Stream.of(Arguments.of(withTsv), Arguments.of(withCsv));
        });
  }

  static Stream<Arguments> accepted() {
    return inBothFormats(
        Stream.of(
            Arguments.of("", List.of()),
            Arguments.of("6\t1\t2\n", List.of("6:1:2")),
            Arguments.of("6\t1\t2", List.of("6:1:2")),
            Arguments.of("6\t1\t2\n7\t1\t2\n", List.of("6:1:2", "7:1:2")),
            // R32: byte order mark and CR LF.
            Arguments.of(BOM + "6\t1\t2\r\n7\t1\t2\r\n", List.of("6:1:2", "7:1:2")),
            Arguments.of("6\t1\t31\r\n7\t1\t2", List.of("6:1:31", "7:1:2")),
            Arguments.of(BOM, List.of()),
            // R36: blank lines.
            Arguments.of("\n12\t3\t4\n\n\r\n13\t3\t4\n\n", List.of("12:3:4", "13:3:4")),
            // R35: the same number.
            Arguments.of("7\t1\t2\n007\t01\t02\n", List.of("7:1:2", "7:1:2")),
            Arguments.of("-9223372036854775808\t0\t0\n", List.of("-9223372036854775808:0:0")),
            Arguments.of("5\t1234567890\t2147483647\n", List.of("5:1234567890:2147483647")),
            // Columns that are not wanted may hold anything.
            Arguments.of("5\t6\t7\t\u00FF\u0080\f\u001C\u0085\u0000\n", List.of("5:6:7"))));
  }

  @ParameterizedTest
  @MethodSource
  void accepted(IngestOptions options, String text, List<String> expected) {
    assertThat(rows(text, options)).isEqualTo(expected);
  }

  static Stream<Arguments> refused() {
    return inBothFormats(
        Stream.of(
            Arguments.of("5\t1\t2\nx\t1\t2\n", "-:2:1: id 'x' is not a number"),
            Arguments.of("5\t-1\t2\n", "-:1:2: chunk '-1' is negative"),
            Arguments.of("5\t1\t2\n6\t1\t\n", "-:2:3: sub '' is empty"),
            Arguments.of("1.58E+18\t1\t2\n", "-:1:1: id '1.58E+18' has a decimal point or exp"),
            Arguments.of("15.0\t1\t2\n", "-:1:1: id '15.0' has a decimal point"),
            Arguments.of("9223372036854775808\t1\t2\n", "does not fit the index's signed 64-bit"),
            Arguments.of("+7\t1\t2\n", "id '+7' is not a number of decimal digits"),
            Arguments.of(" 7 \t1\t2\n", "id ' 7 ' is not a number of decimal digits"),
            Arguments.of("\\N\t1\t2\n", "id '\\N' is NULL"),
            Arguments.of("5\t2147483648\t2\n", "-:1:2: chunk '2147483648' is larger than"),
            // The line is the one that an editor shows: blank lines count.
            Arguments.of("\n\n5\t1\t2\n\nx\t1\t2\n", "-:5:1:"),
            // Long and unprintable text is cut and escaped.
            Arguments.of(
                "\u00E9\u0001" + "z".repeat(50) + "\t1\t2\n",
                "id '\\xE9\\x01" + "z".repeat(38) + "...' is not"),
            // R36: cut rows.
            Arguments.of("12\t3\t4\n1", "-:2:2: the row has 1 column, no column 2 for the chunk"),
            Arguments.of("12\t3\t4\n13\t3", "-:2:3: the row has 2 columns, no column 3"),
            Arguments.of("12\t3\t4\n14\t3\t4\t\t\n", "-:2: the row has 5 columns, the first one"),
            Arguments.of("12\t3\t4\tx\n13\t3\t4\n", "-:2: the row has 3 columns, the first one"),
            // R36: a header that was not declared.
            Arguments.of("objectId\tchunkId\tsubChunkId\n", "-:1:1: id 'objectId' is not"),
            // R32: byte order marks where files were joined; carriage returns alone.
            Arguments.of("6\t1\t2\n" + BOM + "7\t1\t2\n", "-:2:1: a byte order mark"),
            Arguments.of(BOM + BOM + "7\t1\t2\n", "-:1:1: a byte order mark"),
            Arguments.of("6\t1\t2\r7\t1\t2\r", "a carriage return (\\x0D) without a line feed"),
            Arguments.of("6\t1\t2\tx\n7\t1\t2\ty\rz\n", "-:2"),
            Arguments.of("6\t1\t2\r\r\n", "a carriage return")));
  }

  @ParameterizedTest
  @MethodSource
  void refused(IngestOptions options, String text, String because) {
    assertThatThrownBy(() -> rows(text, options))
        .isInstanceOf(MalformedInputException.class)
        .hasMessageContaining(because);
  }

  /** R33: MySQL's escapes. */
  @Test
  void takesTheByteBehindABackslashLiterally() {
    assertThat(rows("5\t6\t7\ta\\\tb\\\\\tc\\N\\0\n8\t6\t7\t\\\n\tx\n", TSV))
        .containsExactly("5:6:7", "8:6:7");
  }

  @Test
  void countsTheLinesInsideOfARow() {
    assertThatThrownBy(() -> rows("5\t6\t7\ta\\\nb\n8\tx\t7\tc\n", TSV))
        .hasMessageContaining("-:3:2: chunk 'x'");
    assertThatThrownBy(() -> rows("5,6,7,\"a\nb\"\n8,x,7,c\n", CSV))
        .hasMessageContaining("-:3:2: chunk 'x'");
  }

  @Test
  void refusesAFileThatEndsBehindABackslash() {
    assertThatThrownBy(() -> rows("5\t6\t7\n8\t6\t7\\", TSV))
        .isInstanceOf(MalformedInputException.class)
        .hasMessageContaining("-:2: the file ends behind a backslash");
  }

  /** R35: quotes belong to CSV, not to TSV. */
  @Test
  void takesQuotesOffInCsvOnly() {
    assertThat(rows("\"7\",\"1\",\"2\"\n", CSV)).containsExactly("7:1:2");
    assertThatThrownBy(() -> rows("\" 7\",1,2\n", CSV)).hasMessageContaining("id ' 7' is not");
    assertThatThrownBy(() -> rows("\"7\"\t1\t2\n", TSV)).hasMessageContaining("id '\"7\"' is not");
  }

  @Test
  void readsQuotedFieldsByRfc4180() {
    assertThat(rows("5,6,7,\"a,\"\"b\"\"\r\nc\rd\"\n8,6,7,\n", CSV))
        .containsExactly("5:6:7", "8:6:7");
  }

  @Test
  void refusesQuotesThatDoNotMatch() {
    assertThatThrownBy(() -> rows("5,6,7\n8,\"6,7\n", CSV))
        .isInstanceOf(MalformedInputException.class)
        .hasMessageContaining("-:2:2: a double quote is opened in this row and never closed");
    assertThatThrownBy(() -> rows("5,6,7\n8,\"6\"x,7\n", CSV))
        .isInstanceOf(MalformedInputException.class)
        .hasMessageContaining("-:2:2: characters behind the closing quote");
  }

  @Test
  void findsColumnsByName() {
    IngestOptions named =
        TSV.withHeader(true)
            .withColumns(
                ColumnSpec.parse(
                    "id=objectId,chunk=chunkId,sub=4",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
    String text = BOM + "x\tchunkId\tobjectId\tsub\r\n0\t3\t12\t4\r\n";
    assertThat(rows(text, named)).containsExactly("12:3:4");
    assertThat(rows(text.replace('\t', ','), named.withFormat(Format.CSV)))
        .containsExactly("12:3:4");
    assertThatThrownBy(() -> rows(text, named.withHeader(false)))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("column 'objectId' is meant by name");
    assertThatThrownBy(() -> rows("a\tb\tc\td\n", named))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("no column 'objectId'; it has 'a, b, c, d'");
    assertThatThrownBy(() -> rows("objectId\tobjectId\tchunkId\td\n", named))
        .hasMessageContaining("more than one column 'objectId'");
    assertThatThrownBy(() -> rows("x\tchunkId\tobjectId\n0\t3\t12\n", named))
        .isInstanceOf(IndexConfigException.class)
        .hasMessage("-: the header has 3 columns, no column 4");
    assertThatThrownBy(() -> rows("", named)).hasMessageContaining("there is no header line");
    assertThatThrownBy(() -> rows("x\tchunkId\tobjectId\tsub\n0\t3\n", named))
        .hasMessageContaining("-:2:3: the row has 2 columns, no column 3 for the id");
  }

  @Test
  void takesTheLocationFromThePosition() {
    IngestOptions sky =
        TSV.withColumns(
            ColumnSpec.parse(
                "id=1,ra=3,dec=2",
                Optional.of(new SkyPartition(85, 12)),
                Optional.empty(),
                Optional.empty()));
    assertThat(rows("5\t-27.8\t53.1\n", sky)).containsExactly("5:4951:287");
    assertThatThrownBy(() -> rows("5\t-97.8\t53.1\n", sky))
        .hasMessageContaining("-:1:2: dec '-97.8' is outside -90 .. 90");
    assertThatThrownBy(() -> rows("5\t-27.8\t\\N\n", sky))
        .hasMessageContaining("-:1:3: ra '\\N' is NULL");
  }

  @Test
  void takesTheChunkFromAConstantOrTheFileName(@TempDir Path dir) {
    Optional<SkyPartition> noSky = Optional.empty();
    Optional<NumberSource> nine = Optional.of(new NumberSource.Constant(9));
    IngestOptions constant =
        TSV.withColumns(ColumnSpec.parse("id=2,sub=1", noSky, nine, Optional.empty()));
    assertThat(rows("4\t5\n", constant)).containsExactly("5:9:4");

    Optional<NumberSource> name = Optional.of(new NumberSource.InFileName());
    IngestOptions named = TSV.withColumns(ColumnSpec.parse("id=1", noSky, name, nine));
    String a = Inputs.file(dir, "chunk_7480.txt", "5\n");
    String b = Inputs.file(dir, "chunk_81.txt", "6\n");
    try (Ingested both = Ingest.read(List.of(a, b), named)) {
      assertThat(Inputs.drain(both.entries())).containsExactly("5:7480:9", "6:81:9");
    }
    assertThatThrownBy(() -> rows("5\n", named))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("has no chunk_NUMBER");
    String large = Inputs.file(dir, "chunk_99999999999.txt", "5\n");
    assertThatThrownBy(() -> Ingest.read(List.of(large), named))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("is larger than");
  }

  @Test
  void choosesTheFormatByTheName(@TempDir Path dir) {
    IngestOptions byName = IngestOptions.defaults(org.secindex.api.KeyDomain.SIGNED);
    String csv = Inputs.file(dir, "a.CSV", "5,6,7\n");
    String other = Inputs.file(dir, "a.txt", "6\t6\t7\n");
    try (Ingested both = Ingest.read(List.of(csv, other), byName)) {
      assertThat(Inputs.drain(both.entries())).containsExactly("5:6:7", "6:6:7");
    }
  }

  @Test
  void namesAFileThatCannotBeRead(@TempDir Path dir) {
    assertThatThrownBy(() -> Ingest.read(List.of(dir + "/none"), TSV))
        .isInstanceOf(IndexException.class)
        .hasMessage(dir + "/none: no such file");
  }

  /** A name that is mistyped shows before hours are spent on the other files. */
  @Test
  void missesAFileBeforeOthersAreRead(@TempDir Path dir) {
    String bad = Inputs.file(dir, "bad.tsv", "x\t1\t1\n");
    assertThatThrownBy(() -> Ingest.read(List.of(bad, dir + "/none"), TSV))
        .isInstanceOf(IndexException.class)
        .hasMessage(dir + "/none: no such file");
  }
}

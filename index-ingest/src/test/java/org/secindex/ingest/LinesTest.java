package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.ingest.Inputs.BINARY;
import static org.secindex.ingest.Inputs.CSV;
import static org.secindex.ingest.Inputs.TSV;
import static org.secindex.ingest.Inputs.WHITESPACE;
import static org.secindex.ingest.Inputs.rows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.KeyDomain;

/** R36: which lines are no rows, by declaration; and the formats that need no other cases. */
class LinesTest {
  private static final LineOptions LINES = LineOptions.DEFAULT;
  private static final String ECSV =
      """
      # %ECSV 1.0
      # ---

      # - {name: "source_id
      #\\
      chunk\tid\tsub
      7\t5\t1
      # end
      7\t6\t2
      """;

  private static ColumnSpec named() {
    return ColumnSpec.parse(
        "id=id,chunk=chunk,sub=sub",
        java.util.Optional.empty(),
        java.util.Optional.empty(),
        java.util.Optional.empty());
  }

  @Test
  void findsTheHeaderBehindComments() {
    LineOptions ecsv = LINES.withHeader(true).withComment("#");
    IngestOptions options = TSV.withColumns(named()).withLines(ecsv);
    assertThat(rows(ECSV, options)).containsExactly("5:7:1", "6:7:2");
    String csv = ECSV.replace('\t', ',');
    assertThat(rows(csv, options.withFormat(Format.CSV))).containsExactly("5:7:1", "6:7:2");
    assertThat(rows(ECSV, options.withFormat(Format.WHITESPACE))).containsExactly("5:7:1", "6:7:2");
    try (Ingested input = Inputs.read(ECSV, options)) {
      assertThat(input.summary().notes()).isEqualTo(new InputNotes(1, 5, 0, List.of()));
    }
    assertThatThrownBy(() -> rows(ECSV + "8\tx\t1\n", options)).hasMessageContaining("-:10:2: id");
    assertThatThrownBy(() -> rows("# only\n\n", options))
        .hasMessage("-:3: there is no header line");
  }

  @Test
  void passesOverTheFirstLines() {
    IngestOptions options = TSV.withLines(LINES.withSkip(2));
    assertThat(rows("x\ny\\\n5\t6\t7\n", options)).containsExactly("5:6:7");
    assertThatThrownBy(() -> rows("x\n\"y\nz\t6\t7\n", options.withFormat(Format.CSV)))
        .hasMessageContaining("-:3:");
    assertThat(rows("x", options)).isEmpty();
    IngestOptions header = options.withColumns(named()).withHeader(true);
    assertThat(rows("x\ny\nid\tchunk\tsub\n5\t6\t7\n", header)).containsExactly("5:6:7");
  }

  @Test
  void refusesBlankLinesIfThatIsAsked() {
    for (IngestOptions options : List.of(TSV, CSV, WHITESPACE)) {
      IngestOptions strict = options.withLines(LINES.withBlankLines(false));
      String text = options.equals(CSV) ? "12,3,4\n\n13,3,4\n" : "12\t3\t4\n\n13\t3\t4\n";
      assertThat(rows(text, options)).containsExactly("12:3:4", "13:3:4");
      assertThatThrownBy(() -> rows(text, strict)).hasMessage("-:2: a blank line");
    }
  }

  @Test
  void toleratesEmptyColumnsAtTheEndIfThatIsAsked() {
    String more = "12\t3\t4\n14\t3\t4\t\t\n15\t3\t4\t\n";
    IngestOptions tolerant = TSV.withLines(LINES.withEmptyTrailing(true));
    assertThatThrownBy(() -> rows(more, TSV)).hasMessageContaining("-:2: the row has 5 columns");
    assertThat(rows(more, tolerant)).containsExactly("12:3:4", "14:3:4", "15:3:4");
    assertThat(rows("14\t3\t4\t\t\n12\t3\t4\n", tolerant)).containsExactly("14:3:4", "12:3:4");
    String csv = more.replace('\t', ',');
    assertThat(rows(csv, tolerant.withFormat(Format.CSV))).hasSize(3);
    for (String bad : List.of("14\t3\t4\t\tx\n", "14\t3\t4\t\\\t\n", "14\t3\n")) {
      assertThatThrownBy(() -> rows("12\t3\t4\n" + bad, tolerant)).hasMessageContaining("-:2");
    }
  }

  @Test
  void takesFieldsBetweenBlanks() {
    assertThat(rows("  5 6\t 7  \r\n\n \t\n8 6 7", WHITESPACE)).containsExactly("5:6:7", "8:6:7");
    assertThatThrownBy(() -> rows("5 6 7\n8 6\n", WHITESPACE))
        .hasMessageContaining("-:2:3: the row has 2 columns, no column 3 for the sub");
    assertThatThrownBy(() -> rows("5 \"6\" 7\n", WHITESPACE)).hasMessageContaining("-:1:2: chunk");
  }

  @Test
  void readsBinaryRecords() {
    String five = "\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0005";
    String largest = "\u00FF".repeat(8);
    String place = "\u0000\u0000\u0000\u0006\u0000\u0000\u0000\u0007";
    String negative = "\u0080\u0000\u0000\u0000\u0000\u0000\u0000\u0007";
    assertThat(rows(five + place + largest + place, BINARY)).containsExactly("5:6:7", "-1:6:7");
    try (Ingested unsigned =
        Inputs.read(
            largest + place + five + place,
            IngestOptions.defaults(KeyDomain.UNSIGNED).withFormat(Format.BINARY))) {
      assertThat(Inputs.drain(unsigned.entries())).containsExactly("5:6:7", "-1:6:7");
    }
    assertThatThrownBy(() -> rows(five + place + five + negative, BINARY))
        .hasMessage("-:2:2: chunk '-2147483648' is negative");
    for (int cut = 17; cut < 32; cut++) {
      String text = (five + place + five + place).substring(0, cut);
      assertThatThrownBy(() -> rows(text, BINARY))
          .isInstanceOf(MalformedInputException.class)
          .hasMessageContaining("in the middle of a record, at offset " + cut);
    }
  }

  @Test
  void binaryHasNoLinesAndItsOwnColumns() {
    assertThatThrownBy(() -> rows("", BINARY.withHeader(true)))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("binary input has no lines");
    ColumnSpec other = ColumnSpec.keysOnly(Column.numbered(2));
    assertThatThrownBy(() -> rows("", BINARY.withColumns(other)))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("in this order");
    ColumnSpec keys = ColumnSpec.keysOnly(Column.numbered(1));
    assertThat(rows("\u0000".repeat(16), BINARY.withColumns(keys))).containsExactly("0:0:0");
  }

  /** R33: as Qserv's own catalogue has it: 228 columns, the last one binary, with escapes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void readsWideRowsWithABinaryColumn(int threads) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      text.append(433314955527561L + i).append("\t\\N".repeat(226)).append('\t');
      text.append(i % 3 == 0 ? "\\\t\\0\\\\\u001C\u0085\f\u00FF" : "\\\\").append('\n');
    }
    IngestOptions keys = TSV.withColumns(ColumnSpec.keysOnly(Column.numbered(1)));
    assertThat(rows(text.toString(), keys.withThreads(threads)))
        .hasSize(2000)
        .endsWith("433314955529560:0:0");
  }
}

package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * CSV is told apart as FastCSV does it, an implementation of RFC 4180 by others: the same rows, on
 * the same lines, of the same fields, and the same quotes refused. One thing is refused here and
 * not there: a carriage return without a line feed, outside of quotes, which FastCSV takes for the
 * end of a row. What makes an entry of the fields, as that blank lines are skipped and that a byte
 * order mark has its place, is decided behind this.
 */
class CommaFieldsTest {
  private static final int MOST_COLUMNS = 200;
  private static final CommaFields COMMAS = new CommaFields();
  private static final String[] PARTS = {
    "a",
    "7",
    " ",
    ",",
    ",",
    ",",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\"",
    "\"",
    "\"\"",
    "\"a\"",
    "\"\"\"",
    "\"a,b\"",
    "\"a\r\nb\"",
    "\"\n\"",
    ",\"",
    "\",",
    "\"\n",
    "\"\r\n",
    "\\",
    "\t",
    "\u00FF",
    "\f",
    "\u0085",
    "\u00EF\u00BB\u00BF",
    "#",
  };

  /** What a row begins with, and what it holds, up to the first row that is refused, and why. */
  private record Told(List<Integer> lines, List<List<String>> rows, String refused) {}

  private static Told byFastCsv(String text) {
    List<Integer> lines = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    var reader =
        CsvReader.builder()
            .skipEmptyLines(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .allowUnclosedQuote(false)
            .ofCsvRecord(text);
    try {
      for (CsvRecord row : reader) {
        lines.add((int) row.getStartingLineNumber());
        rows.add(row.getFields());
      }
      return new Told(lines, rows, "");
    } catch (CsvParseException e) {
      return new Told(lines, rows, String.valueOf(e.getMessage()));
    }
  }

  private static Told byUs(byte[] b, List<Integer> ends) {
    List<Integer> lines = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    Row row = new Row(IntStream.rangeClosed(1, MOST_COLUMNS).toArray());
    int line = 1;
    for (int p = 0; p < b.length; p = ends.get(ends.size() - 1)) {
      row.start(b);
      ends.add(COMMAS.split(b, p, b.length, row));
      if (row.problem != null) {
        return new Told(lines, rows, row.problem);
      }
      lines.add(line);
      rows.add(fields(row));
      line += row.innerLines + 1;
    }
    return new Told(lines, rows, "");
  }

  private static List<String> fields(Row row) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < row.columns; i++) {
      int from = row.from[i];
      String field = Inputs.latin1(row.bytes, from, row.to[i]);
      boolean quoted = from > 0 && row.bytes[from - 1] == '"';
      fields.add(quoted ? field.replace("\"\"", "\"") : field);
    }
    return fields;
  }

  private static void check(String text) {
    // As the last line gets it, if it lacks its end.
    boolean ended = text.isEmpty() || text.endsWith("\n");
    byte[] b = Inputs.bytes(ended ? text : text + "\n");
    Told expected = byFastCsv(text);
    List<Integer> ends = new ArrayList<>();
    Told told = byUs(b, ends);
    boolean loneReturn = told.refused.equals(FieldSyntax.LONE_CARRIAGE_RETURN);
    int rows = told.rows.size();
    if (loneReturn) {
      assertThat(expected.rows).hasSizeGreaterThanOrEqualTo(rows);
    } else {
      assertThat(expected.rows).hasSize(rows);
      assertThat(told.refused.isEmpty()).isEqualTo(expected.refused.isEmpty());
    }
    assertThat(told.rows).isEqualTo(expected.rows.subList(0, rows));
    if (!text.matches("(?s).*\r[^\n].*")) {
      // FastCSV counts a carriage return inside of quotes as a line, editors do not.
      assertThat(told.lines).isEqualTo(expected.lines.subList(0, rows));
    }
    checkPieces(b, ends);
  }

  /** Wherever a buffer ends, it is cut behind the last row that is whole. */
  private static void checkPieces(byte[] b, List<Integer> ends) {
    TextRows rows = new TextRows(COMMAS, LineOptions.DEFAULT);
    int known = ends.isEmpty() ? 0 : ends.get(ends.size() - 1);
    for (int to = 0; to < known; to++) {
      int limit = to;
      int last = ends.stream().mapToInt(end -> end).filter(end -> end <= limit).max().orElse(0);
      assertThat(rows.endOfLastRow(b, 0, to)).as("of %d bytes", to).isEqualTo(last);
    }
  }

  @Test
  void tellsRowsApartAsFastCsvDoes() {
    long seed = Seed.ofThisRun();
    long nanos = Duration.parse("PT" + System.getProperty("secindex.fuzz", "2s")).toNanos();
    SplittableRandom random = new SplittableRandom(seed);
    long begin = System.nanoTime();
    for (long input = 0; input < 1000 || System.nanoTime() - begin < nanos; input++) {
      String text =
          String.join(
              "",
              random
                  .ints(random.nextInt(30), 0, PARTS.length)
                  .mapToObj(i -> PARTS[i])
                  .toArray(String[]::new));
      try {
        check(text);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "seed " + seed + ", input " + input + ": " + Arrays.toString(Inputs.bytes(text)), e);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "a",
        "a\n",
        "a,b",
        "a,\n",
        ",",
        "a\n\nb",
        "\"\"",
        "\"\"\n",
        "\"a\"\"b\",c\r\n",
        "\"a\r\n\"\"\",\"b,\"\n",
        "a\"b,\"c\n\"",
        "\"a\"b\n",
        "\"a\" ,b\n",
        " \"a\",b\n",
        "a,\"b\n",
        "\"\"\"",
        "a\r\n\"b\"\r\n",
        "a\r",
        "\"a\"\r",
        "\"a\rb\"\n",
      })
  void agreesWithFastCsv(String text) {
    check(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\rb\n", "a,\"b\"\rc\n", "\r\r\n", "\"a\"\r\r\n"})
  void refusesCarriageReturnsAlone(String text) {
    assertThat(byFastCsv(text).refused).isEmpty();
    assertThat(byUs(Inputs.bytes(text), new ArrayList<>()).refused)
        .isEqualTo(FieldSyntax.LONE_CARRIAGE_RETURN);
  }
}

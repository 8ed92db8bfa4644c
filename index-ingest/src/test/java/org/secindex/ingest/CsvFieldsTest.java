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
 * FastCSV, given one row at a time, tells CSV apart as it does when given all of it: the same rows,
 * on the same lines, of the same fields, and the same quotes refused. One thing is refused here and
 * not there: a carriage return without a line feed, outside of quotes, which FastCSV takes for the
 * end of a row. What makes an entry of the fields, as that blank lines are skipped and that a byte
 * order mark has its place, is decided behind this.
 */
class CsvFieldsTest {
  private static final int MOST_COLUMNS = 200;
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

  private static Told byUs(byte[] b) {
    CsvFields csv = new CsvFields();
    List<Integer> lines = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    Row row = new Row(IntStream.rangeClosed(1, MOST_COLUMNS).toArray());
    int line = 1;
    int p = 0;
    while (p < b.length) {
      p = csv.split(b, p, b.length, row);
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
    for (int i = 0; i < row.from.length && i < row.columns; i++) {
      fields.add(Inputs.latin1(row.bytes, row.from[i], row.to[i]));
    }
    // An empty line; it is left out behind this.
    return row.columns == 0 ? List.of("") : fields;
  }

  private static void check(String text) {
    // As the last line gets it, if it lacks its end.
    boolean ended = text.isEmpty() || text.endsWith("\n");
    byte[] b = Inputs.bytes(ended ? text : text + "\n");
    Told expected = byFastCsv(text);
    Told told = byUs(b);
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
    checkPieces(b);
  }

  /** Wherever a buffer ends, it is cut behind the last row that is whole, be it good or bad. */
  private static void checkPieces(byte[] b) {
    CsvFields csv = new CsvFields();
    TextRows rows = new TextRows(CsvFields::new, LineOptions.DEFAULT);
    Row row = new Row(new int[] {1});
    int end = 0;
    while (end < b.length) {
      int next = csv.split(b, end, b.length, row);
      for (int to = end; to < next; to++) {
        assertThat(rows.endOfLastRow(b, 0, to)).as("of %d bytes", to).isEqualTo(end);
      }
      assertThat(rows.endOfLastRow(b, 0, next)).isEqualTo(row.endless ? end : next);
      row.endless = false;
      end = next;
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
    assertThat(byUs(Inputs.bytes(text)).refused).isEqualTo(FieldSyntax.LONE_CARRIAGE_RETURN);
  }

  /** What follows the comma behind a refused field is told apart as if nothing had been. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\"b\n|7\n",
        "\"a\"b,\"c\nd\"\n|7\n",
        "\"say \"so\"\",\"c\nd\"\n|7\n",
        "\"5\" pipe\",1\n|\"a\"\n",
        "\"a\"\rb,\"c\nd\"\r\n|7\n",
        "a\rb,\"c\nd\"\n|7\n",
      })
  void goesOnBehindARowThatIsRefused(String text) {
    String[] parts = text.split("\\|", 2);
    byte[] b = Inputs.bytes(parts[0] + parts[1]);
    CsvFields csv = new CsvFields();
    Row row = new Row(new int[] {1});
    assertThat(csv.split(b, 0, b.length, row)).isEqualTo(parts[0].length());
    assertThat(row.problem).isNotNull();
    assertThat(csv.split(b, parts[0].length(), b.length, row)).isEqualTo(b.length);
    assertThat(row.problem).isNull();
    assertThat(fields(row)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\""})
  void refusesAFieldThatIsTooLong(String quote) {
    String row = "7," + quote + "x".repeat(CsvLines.MOST_FIELD - 100) + quote + ",1\n";
    byte[] b = Inputs.bytes(row);
    CsvFields csv = new CsvFields();
    Row found = new Row(new int[] {1, 3});
    assertThat(csv.split(b, 0, b.length, found)).isEqualTo(b.length);
    assertThat(found.problem).isNull();
    assertThat(fields(found)).containsExactly("7", "1");

    byte[] longer = Inputs.bytes(row.replace("x,", "x".repeat(20_000) + ","));
    longer = quote.isEmpty() ? longer : Inputs.bytes(row.replace("x\"", "x".repeat(20_000) + "\""));
    assertThat(csv.split(longer, 0, longer.length, found)).isEqualTo(longer.length);
    assertThat(found.problem).isEqualTo("a field of more than 4 MiB");
    assertThat(found.problemColumn).isEqualTo(2);
    assertThat(found.endless).isTrue();
  }
}

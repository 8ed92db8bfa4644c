package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;

class BadRowsTest {
  @TempDir private Path dir;

  private String diverted() throws IOException {
    return Files.readString(dir.resolve("bad"), StandardCharsets.ISO_8859_1);
  }

  private IngestOptions upTo(long most, IngestOptions options) {
    return options.withBadRows(new BadRows(dir.resolve("bad"), most));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void goAsTheyWere(int threads) throws IOException {
    String a =
        Inputs.file(
            dir, "a.tsv", "5\t1\t1\nx\t1\t1\n\n6\t1\n7\t-2\t1\t\u00FF\\\n\r\n8\t1\t1\n9\t1\t1\\");
    String b = Inputs.file(dir, "b.csv", "9,1,1\r\n\"1\"0,1,1\r\n11,\"1\n2\",1\r\n12,1,1\r\n");
    IngestOptions options =
        upTo(100, IngestOptions.defaults(Inputs.TSV.domain())).withThreads(threads);
    try (Ingested input = Ingest.read(List.of(a, b), options)) {
      assertThat(Inputs.drain(input.entries()))
          .containsExactly("5:1:1", "8:1:1", "9:1:1", "12:1:1");
      assertThat(input.summary().notes().badRows()).isEqualTo(6);
      assertThat(input.summary().rows()).isEqualTo(4);
    }
    assertThat(diverted())
        .isEqualTo(
            (a + ":2\t1\tid 'x' is not a number of decimal digits\tx\t1\t1\n")
                + (a + ":4\t3\tthe row has 2 columns, no column 3 for the sub\t6\t1\n")
                + (a + ":5\t0\tthe row has 4 columns, the first one of the file 3\t")
                + "7\t-2\t1\t\u00FF\\\n\n"
                + (a + ":8\t0\tthe file ends behind a backslash, in the middle of a row\t")
                + "9\t1\t1\\\n"
                + (b + ":2\t1\tcharacters behind the closing quote\t\"1\"0,1,1\n")
                + (b + ":3\t2\tchunk '1\\x0A2' is not a number of decimal digits\t")
                + "11,\"1\n2\",1\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void areNoMoreThanAllowed(int threads) throws IOException {
    IngestOptions options = upTo(2, Inputs.TSV).withThreads(threads);
    assertThat(Inputs.rows("x\t1\t1\n5\t1\t1\ny\t1\t1\n", options)).containsExactly("5:1:1");
    assertThatThrownBy(() -> Inputs.rows("x\t1\t1\ny\t1\t1\n5\t1\t1\nz\t1\t1\n", options))
        .isInstanceOf(MalformedInputException.class)
        .hasMessageStartingWith("-:4:1: id 'z' is not a number of decimal digits; 2 bad rows")
        .hasMessageContaining(dir.resolve("bad") + ", no more are allowed (--max-errors)");
    assertThat(diverted().lines()).hasSize(2);
  }

  @Test
  void areNotWhatEndsTheFile() {
    IngestOptions options = upTo(100, Inputs.CSV);
    assertThatThrownBy(() -> Inputs.rows("5,1,1\n6,\"1,1\n7,1,1\n", options))
        .isInstanceOf(MalformedInputException.class)
        .hasMessage("-:2:2: a double quote is opened in this row and never closed");
    assertThatThrownBy(() -> Ingest.read(List.of(dir + "/none"), options))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("no such file");
  }

  @Test
  void areNotWrittenOverAnInput() {
    String input = Inputs.file(dir, "bad", "5\t1\t1\n");
    assertThatThrownBy(() -> Ingest.read(List.of(input), upTo(100, Inputs.TSV)))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("over this input");
    assertThat(dir.resolve("bad")).hasContent("5\t1\t1");
    IngestOptions nowhere = Inputs.TSV.withBadRows(new BadRows(dir.resolve("no/bad"), 1));
    assertThatThrownBy(() -> Ingest.read(List.of(input), nowhere))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("bad rows cannot be written");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void doNotKeepTheRowsBeforeThemFromWhoReads(int threads) {
    assertThat(Inputs.rows("x\t1\t1\n", upTo(9, Inputs.TSV).withThreads(threads))).isEmpty();
  }
}

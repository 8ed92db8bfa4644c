package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.secindex.api.DuplicatePolicy;
import org.secindex.api.KeyDomain;

/** R35: signs of a wrong column, and of keys that went through floating point. */
class KeyWatchTest {
  private static List<String> warnings(int rows, LongUnaryOperator key) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      text.append(key.applyAsLong(i)).append("\t1\t1\n");
    }
    List<String> told = new ArrayList<>();
    IngestProgress listener =
        new IngestProgress() {
          @Override
          public void advanced(long bytes, long read) {}

          @Override
          public void warned(String warning) {
            told.add(warning);
          }
        };
    IngestOptions options =
        IngestOptions.defaults(KeyDomain.SIGNED).withOnDuplicate(DuplicatePolicy.FIRST);
    try (Ingested input =
        Ingest.read(
            List.of("-"),
            options,
            new ByteArrayInputStream(Inputs.bytes(text.toString())),
            listener)) {
      assertThat(input.summary().notes().warnings()).isEqualTo(told);
    }
    return told;
  }

  @Test
  void seesOneKeyInMostRows() {
    assertThat(warnings(20_000, i -> i % 3 == 0 ? i : 1635148068389036032L))
        .containsExactly(
            "6666 of the first 10000 rows have the id 1635148068389036032; is this the column of"
                + " the id?");
    assertThat(warnings(500, i -> 7)).hasSize(1);
    assertThat(warnings(20_000, i -> i % 2 == 0 ? -7 : i)).isEmpty();
    assertThat(warnings(99, i -> 7)).isEmpty();
    // Only the first ten thousand count.
    assertThat(warnings(50_000, i -> i < 10_000 ? i : 7)).isEmpty();
  }

  @Test
  void seesKeysThatWereRounded() {
    long start = 611255759837069401L;
    assertThat(warnings(3000, i -> ((long) (double) (start * 3 + i * 1000)) & ~255L))
        .singleElement()
        .asString()
        .contains("all of the first 3000 ids are multiples of 256 beyond 2^53");
    assertThat(warnings(3000, i -> start + i)).isEmpty();
    // Gaia's ids are multiples of 128; small ones may end in zeros as they like.
    assertThat(warnings(3000, i -> 6636090334814214528L + 128 * i)).isEmpty();
    assertThat(warnings(3000, i -> 256 * i)).isEmpty();
    assertThat(warnings(3000, i -> -(6636090334814214656L + 256 * i))).hasSize(1);
  }
}

package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;

class TsvStreamTest {
  @ParameterizedTest
  @CsvSource({
    "SIGNED, 0, 0",
    "SIGNED, -1, -1",
    "SIGNED, 9223372036854775807, 9223372036854775807",
    "SIGNED, -9223372036854775808, -9223372036854775808",
    "UNSIGNED, -1, 18446744073709551615",
    "UNSIGNED, -9223372036854775808, 9223372036854775808",
    "UNSIGNED, 9223372036854775807, 9223372036854775807",
    "UNSIGNED, -8446744073709551616, 10000000000000000000",
    "UNSIGNED, -8446744073709551617, 9999999999999999999",
  })
  void writesTheEndsOfBothDomains(KeyDomain domain, long key, String decimal) throws IOException {
    EntryBatch batch = new EntryBatch(1);
    batch.add(key, Integer.MAX_VALUE, 0);
    TsvStream lines = new TsvStream(domain, batch);
    assertThat(lines.nextPart(10)).isTrue();
    assertThat(text(lines)).isEqualTo(decimal + "\t2147483647\t0\n");
    assertThat(lines.rows()).isEqualTo(1);
    assertThat(lines.nextPart(10)).isFalse();
  }

  @Test
  void writesEveryLengthOfNumbers() {
    byte[] buffer = new byte[20];
    for (long power = 1; power > 0 && power < Long.MAX_VALUE / 10; power *= 10) {
      for (long value : new long[] {power - 1, power, power + 1, 9 * power}) {
        int end = TsvStream.putDecimal(buffer, 0, value);
        assertThat(new String(buffer, 0, end, StandardCharsets.US_ASCII))
            .isEqualTo(Long.toString(value));
      }
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      long value = random.nextLong() >>> random.nextInt(64);
      int end = TsvStream.putDecimal(buffer, 0, value);
      assertThat(new String(buffer, 0, end, StandardCharsets.US_ASCII))
          .isEqualTo(Long.toUnsignedString(value));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 4096, 10_000, 100_000})
  void partsHoldAllEntriesOnceAndInOrder(long rowsPerPart) throws IOException {
    int size = 10_000;
    TsvStream lines = new TsvStream(KeyDomain.SIGNED, TestServer.entries(size));
    StringBuilder all = new StringBuilder();
    long rows = 0;
    while (lines.nextPart(rowsPerPart)) {
      String part = text(lines);
      assertThat(part.lines().count()).isEqualTo(lines.rows()).isLessThanOrEqualTo(rowsPerPart);
      rows += lines.rows();
      all.append(part);
    }
    assertThat(rows).isEqualTo(size);
    StringBuilder expected = new StringBuilder();
    for (long i = 0; i < size; i++) {
      long key = 10 * i;
      expected.append(key).append('\t').append(TestServer.chunkOf(key)).append('\t');
      expected.append(key % 36).append('\n');
    }
    assertThat(all).hasToString(expected.toString());
  }

  @Test
  void aFailureOfTheSourceEndsThePartAndIsThrownAsItIs() throws IOException {
    IllegalStateException failure = new IllegalStateException("no more input");
    int[] reads = {0};
    TsvStream lines =
        new TsvStream(
            KeyDomain.SIGNED,
            into -> {
              if (reads[0]++ == 1) {
                throw failure;
              }
              into.clear();
              into.add(5, 6, 7);
              return true;
            });
    assertThat(lines.nextPart(100)).isTrue();
    assertThat(text(lines)).isEqualTo("5\t6\t7\n");
    assertThatThrownBy(lines::rethrow).isSameAs(failure);
    assertThatThrownBy(() -> lines.nextPart(100)).isSameAs(failure);
  }

  private static String text(TsvStream lines) throws IOException {
    return new String(lines.readAllBytes(), StandardCharsets.US_ASCII);
  }
}

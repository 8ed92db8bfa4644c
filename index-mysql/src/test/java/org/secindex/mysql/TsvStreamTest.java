package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(text(new TsvStream(domain, batch, 0, 1))).isEqualTo(decimal + "\t2147483647\t0\n");
    assertThat(text(new TsvStream(domain, batch, 1, 1))).isEmpty();
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
  @ValueSource(ints = {1, 7, 4096, 10_000})
  void partsHoldAllEntriesOnceAndInOrder(int rowsPerPart) throws IOException {
    int size = 10_000;
    EntryBatch batch = new EntryBatch(size);
    assertThat(TestServer.source(size, 0).read(batch)).isTrue();
    StringBuilder all = new StringBuilder();
    for (int from = 0; from < size; from += rowsPerPart) {
      int to = Math.min(size, from + rowsPerPart);
      String part = text(new TsvStream(KeyDomain.SIGNED, batch, from, to));
      assertThat(part.lines().count()).isEqualTo(to - from);
      all.append(part);
    }
    StringBuilder expected = new StringBuilder();
    for (long i = 0; i < size; i++) {
      long key = 10 * i;
      expected.append(key).append('\t').append(TestServer.chunkOf(key)).append('\t');
      expected.append(key % 36).append('\n');
    }
    assertThat(all).hasToString(expected.toString());
  }

  private static String text(TsvStream lines) throws IOException {
    return new String(lines.readAllBytes(), StandardCharsets.US_ASCII);
  }
}

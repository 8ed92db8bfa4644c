package org.secindex.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyDomainTest {
  private static final long[] KEYS = {
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    -1L << 32,
    -129,
    -128,
    -2,
    -1,
    0,
    1,
    127,
    128,
    255,
    256,
    1L << 31,
    1L << 32,
    1L << 53,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE
  };

  @ParameterizedTest
  @EnumSource
  void ordersAndMappingsAgree(KeyDomain domain) {
    for (long a : KEYS) {
      assertThat(domain.toSortOrder(domain.toSortOrder(a))).isEqualTo(a);
      assertThat(domain.toByteOrder(domain.toByteOrder(a))).isEqualTo(a);
      assertThat(domain.parse(domain.format(a))).isEqualTo(a);
      assertThat(domain.compare(domain.min(), a)).isNotPositive();
      assertThat(domain.compare(domain.max(), a)).isNotNegative();
      for (long b : KEYS) {
        int order =
            Integer.signum(
                domain == KeyDomain.SIGNED ? Long.compare(a, b) : Long.compareUnsigned(a, b));
        assertThat(Integer.signum(domain.compare(a, b))).isEqualTo(order);
        assertThat(Integer.signum(Long.compare(domain.toSortOrder(a), domain.toSortOrder(b))))
            .isEqualTo(order);
        assertThat(
                Integer.signum(Long.compareUnsigned(domain.toByteOrder(a), domain.toByteOrder(b))))
            .isEqualTo(order);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SIGNED, 7, 7",
    "SIGNED, 007, 7",
    "SIGNED, -0, 0",
    "SIGNED, -9223372036854775808, -9223372036854775808",
    "UNSIGNED, 18446744073709551615, -1",
    "UNSIGNED, 9223372036854775808, -9223372036854775808"
  })
  void parsesDecimals(KeyDomain domain, String text, long key) {
    assertThat(domain.parse(text)).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "+7",
        " 7",
        "7 ",
        "7.",
        "7.0",
        "1.58E+18",
        "0x7",
        "\"7\"",
        "\u0667",
        "--1",
        "1-"
      })
  void refusesEverythingElse(String text) {
    for (KeyDomain domain : KeyDomain.values()) {
      assertThatThrownBy(() -> domain.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + text + "'");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SIGNED, 9223372036854775808",
    "SIGNED, -9223372036854775809",
    "UNSIGNED, -1",
    "UNSIGNED, 18446744073709551616",
    "SIGNED, 99999999999999999999999999"
  })
  void refusesWhatIsOutside(KeyDomain domain, String text) {
    assertThatThrownBy(() -> domain.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}

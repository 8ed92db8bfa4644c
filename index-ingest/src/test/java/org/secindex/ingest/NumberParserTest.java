package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.KeyDomain;

class NumberParserTest {
  private static long key(KeyDomain domain, String text) {
    byte[] padded = ("9" + text + "9").getBytes(StandardCharsets.UTF_8);
    return NumberParser.key(domain, padded, 1, padded.length - 1);
  }

  private static int part(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return NumberParser.part(bytes, 0, bytes.length);
  }

  private static double degrees(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return NumberParser.degrees(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @CsvSource({
    "7, 7",
    "007, 7",
    "0, 0",
    "-0, 0",
    "-5, -5",
    "00000000000000000000000000000000000433327840428032, 433327840428032",
    "999999999999999999, 999999999999999999",
    "8647474690358509677, 8647474690358509677",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808",
    "-0009223372036854775808, -9223372036854775808",
  })
  void readsSignedKeys(String text, long expected) {
    assertThat(key(KeyDomain.SIGNED, text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "007", "9999999999999999999", "10000000000000000000", "18446744073709551615"})
  void readsUnsignedKeys(String text) {
    assertThat(key(KeyDomain.UNSIGNED, text)).isEqualTo(new BigInteger(text).longValue());
  }

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      nullValues = "none",
      value = {
        "'',is empty",
        "-,decimal digits",
        "--5,decimal digits",
        "+7,decimal digits",
        " 7,decimal digits",
        "7 ,decimal digits",
        "0x7,decimal digits",
        "\"7\",decimal digits",
        "7d,decimal digits",
        "٧,decimal digits",
        "1_000,decimal digits",
        "NaN,decimal digits",
        "\\N,is NULL",
        "15.0,decimal point or exponent",
        "7.,decimal point or exponent",
        "1.58E+18,decimal point or exponent",
        "1e5,decimal point or exponent",
        "-1.5,decimal point or exponent",
        "9223372036854775808,does not fit",
        "-9223372036854775809,does not fit",
        "18446744073709551616,does not fit",
        "99999999999999999999999999,does not fit",
      })
  void refusesWhatIsNoSignedKey(String text, String because) {
    assertThatThrownBy(() -> key(KeyDomain.SIGNED, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(because);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-0", "18446744073709551616", "99999999999999999999", "1.0", ""})
  void refusesWhatIsNoUnsignedKey(String text) {
    assertThatThrownBy(() -> key(KeyDomain.UNSIGNED, text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void agreesWithBigIntegersAroundTheEndsOfTheDomains() {
    long seed = Seed.ofThisRun();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      BigInteger n = new BigInteger(1 + random.nextInt(68), random);
      n = random.nextBoolean() ? n : n.negate();
      for (KeyDomain domain : KeyDomain.values()) {
        BigInteger min = new BigInteger(domain.format(domain.min()));
        BigInteger max = new BigInteger(domain.format(domain.max()));
        boolean inside = n.compareTo(min) >= 0 && n.compareTo(max) <= 0;
        String text = n.toString();
        if (inside) {
          assertThat(key(domain, text)).as("seed %d: %s", seed, text).isEqualTo(n.longValue());
        } else {
          assertThatThrownBy(() -> key(domain, text))
              .as("seed %d: %s", seed, text)
              .isInstanceOf(IllegalArgumentException.class);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "007, 7", "1234567890, 1234567890", "2147483647, 2147483647"})
  void readsParts(String text, int expected) {
    assertThat(part(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "-3, is negative",
    "-0, is negative",
    "2147483648, is larger than 2147483647",
    "9223372036854775808, does not fit",
    "3.0, decimal point",
    "x, decimal digits",
    "'', is empty",
    "\\N, is NULL",
  })
  void refusesWhatIsNoPart(String text, String because) {
    assertThatThrownBy(() -> part(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(because);
  }

  @ParameterizedTest
  @CsvSource({"53.1, 53.1", "-27.8, -27.8", "1e-3, 0.001", "0, 0", "+5, 5", ".5, 0.5"})
  void readsDegrees(String text, double expected) {
    assertThat(degrees(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "NaN", "Infinity", "1e999", "0x1p3", "1d", "1f", " 1", "1 ", "1,5", "-"})
  void refusesWhatIsNoAngle(String text) {
    assertThatThrownBy(() -> degrees(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("is not an angle in degrees");
  }
}

package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {
  /** From any printed table of the distribution. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.05, 6.314",
    "1, 0.025, 12.706",
    "2, 0.025, 4.303",
    "3, 0.005, 5.841",
    "4, 0.025, 2.776",
    "8, 0.0005, 5.041",
    "30, 0.025, 2.042",
    "120, 0.005, 2.617",
    "500, 0.025, 1.965",
    "Infinity, 0.025, 1.965"
  })
  void agreesWithTheTables(double freedom, double probability, double value) {
    assertThat(StudentT.exceededWith(probability, freedom)).isCloseTo(value, within(0.001 * value));
    assertThat(StudentT.above(value, freedom)).isCloseTo(probability, within(0.02 * probability));
    assertThat(StudentT.above(-value, freedom)).isCloseTo(1 - probability, within(1e-4));
  }

  @ParameterizedTest
  @CsvSource({"1", "1.3", "2.5", "40"})
  void isSymmetricAndFalls(double freedom) {
    assertThat(StudentT.above(0, freedom)).isCloseTo(0.5, within(1e-4));
    assertThat(StudentT.above(1, freedom)).isGreaterThan(StudentT.above(1.1, freedom));
    assertThat(StudentT.above(1e6, freedom)).isBetween(0.0, 1e-5);
  }
}

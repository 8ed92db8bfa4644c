package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DifferenceTest {
  private static final double[] ONE = {1.0, 1.02, 0.98, 1.01, 0.99};
  private static final double[] SLOWER = {1.2, 1.22, 1.18, 1.21, 1.19};

  @Test
  void aRatioAndItsInverseAreEquallyFarFromOne() {
    Difference there = Difference.of(ONE, SLOWER, false);
    Difference back = Difference.of(SLOWER, ONE, false);
    assertThat(there.ratio()).isCloseTo(1.2, within(0.001));
    assertThat(back.ratio()).isCloseTo(1 / there.ratio(), within(1e-12));
    assertThat(back.chance(1.05)).isEqualTo(there.chance(1.05));
    assertThat(back.uncertainty()).isEqualTo(there.uncertainty());
  }

  @Test
  void betweenTwoRunsThereIsMoreNoiseThanWithinOne() {
    Difference turns = Difference.of(ONE, SLOWER, true);
    Difference apart = Difference.of(ONE, SLOWER, false);
    assertThat(turns.uncertainty()).isBetween(1.015, 1.03);
    assertThat(apart.uncertainty()).isBetween(1.05, 1.08);
    assertThat(turns.chance(1.05)).isLessThan(apart.chance(1.05)).isLessThan(1e-5);
    assertThat(apart.chance(1.05)).isLessThan(1e-3);
  }

  @Test
  void ofOneMeasurementEachOnlyAboutTwiceTheTimeIsADifference() {
    double[] once = {1};
    assertThat(Difference.of(once, new double[] {1.3}, false).chance(1.05)).isGreaterThan(0.1);
    assertThat(Difference.of(once, new double[] {2.5}, false).chance(1.05)).isLessThan(1e-3);
  }

  @Test
  void equalFiguresOfOneRunAreEqualForSure() {
    double[] bytes = {7, 7, 7};
    Difference none = Difference.of(bytes, bytes, true);
    assertThat(none.chance(1.05)).isEqualTo(1);
    assertThat(none.uncertainty()).isEqualTo(1);
    Difference some = Difference.of(bytes, new double[] {9, 9, 9}, true);
    assertThat(some.chance(1.05)).isZero();
  }
}

package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexFormatTooNewException;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;

/**
 * Each single bit of each file flipped, and each file cut at each length: look-ups give the right
 * answer or say that the index is damaged, never anything else; a check names the file.
 */
class EveryBitTest {
  @ParameterizedTest
  @CsvSource({
    "stride:10,UNSIGNED,80",
    "lsst,SIGNED,200",
    "gaia,SIGNED,80",
    "uniform64,UNSIGNED,60"
  })
  void flipped(String catalogue, KeyDomain domain, int entries) {
    SmallIndex small = sound(catalogue, domain, entries);
    int flipped = 0;
    try (SecondaryIndex before = small.open()) {
      for (String file : small.store().list()) {
        byte[] content = small.store().content(file);
        for (int bit = 0; bit < 8 * content.length; bit++) {
          content[bit / 8] ^= (byte) (1 << (bit % 8));
          String what = catalogue + ": bit " + bit + " of " + file;
          checkOpen(small, file, what, bit % 8);
          requireRightOrDamaged(what, () -> small.isBatchRight(before));
          content[bit / 8] ^= (byte) (1 << (bit % 8));
          flipped++;
        }
      }
    }
    assertThat(flipped).isGreaterThan(8 * 1000);
    assertSound(small);
  }

  @ParameterizedTest
  @CsvSource({
    "stride:10,UNSIGNED,600",
    "lsst,SIGNED,300",
    "gaia,SIGNED,300",
    "uniform64,UNSIGNED,300"
  })
  void cut(String catalogue, KeyDomain domain, int entries) {
    SmallIndex small = sound(catalogue, domain, entries);
    for (String file : small.store().list()) {
      byte[] content = small.store().content(file);
      for (int length = 0; length < content.length; length++) {
        small.store().put(file, Arrays.copyOf(content, length));
        checkOpen(small, file, catalogue + ": " + file + " cut to " + length, length);
      }
      small.store().put(file, content);
    }
    assertSound(small);
  }

  private static SmallIndex sound(String catalogue, KeyDomain domain, int entries) {
    SmallIndex small = SmallIndex.of(catalogue, domain, entries);
    assertSound(small);
    return small;
  }

  private static void assertSound(SmallIndex small) {
    try (SecondaryIndex index = small.open()) {
      assertThat(small.isRight(index, 0, 1)).isTrue();
      assertThat(small.isBatchRight(index)).isTrue();
      assertThat(small.isScanRight(index)).isTrue();
      assertThat(index.verify().problems()).isEmpty();
      assertThat(index.statistics().details())
          .doesNotContainEntry("overlays", "0")
          .doesNotContainEntry("filter-bytes", "0");
    }
  }

  /**
   * @param part which eighth of the keys is looked up singly; each has its turn at each byte
   */
  private static void checkOpen(SmallIndex small, String file, String what, int part) {
    SecondaryIndex opened = null;
    try (SecondaryIndex index = small.open()) {
      opened = index;
      requireRightOrDamaged(what, () -> small.isRight(index, part % 8, 8));
      requireRightOrDamaged(what, () -> small.isBatchRight(index));
      requireRightOrDamaged(what, () -> small.isScanRight(index));
      requireNamed(small, file, index.verify().problems(), what);
    } catch (CorruptIndexException | IndexFormatTooNewException e) {
      if (opened != null) {
        throw e;
      }
      requireNamed(small, file, List.of(String.valueOf(e.getMessage())), what);
    }
  }

  private static void requireRightOrDamaged(String what, BooleanSupplier isRight) {
    @Nullable IndexException damage = null;
    try {
      if (!isRight.getAsBoolean()) {
        fail("a wrong answer: " + what);
      }
    } catch (CorruptIndexException | IndexFormatTooNewException e) {
      damage = e;
    }
    if (damage != null && !String.valueOf(damage.getMessage()).startsWith("memory:/")) {
      fail("names no file: " + what, damage);
    }
  }

  private static void requireNamed(
      SmallIndex small, String file, List<String> problems, String what) {
    if (file.equals(SmallIndex.RETIRED)) {
      // No part of the index.
      assertThat(problems).as(what).isEmpty();
      return;
    }
    String start = small.store().describe(file) + ":";
    if (problems.isEmpty() || !problems.stream().allMatch(p -> p.startsWith(start))) {
      fail("problems of " + what + ": " + problems);
    }
  }
}

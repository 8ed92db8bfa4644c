package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FencesTest {
  @Test
  void findsTheLastBlockThatBeginsNoLater() {
    SplittableRandom random = new SplittableRandom(3);
    for (int size : new int[] {1, 2, 31, 32, 33, 64, 65, 1000, 5000}) {
      long[] firsts = random.longs(size).distinct().sorted().toArray();
      Fences fences = new Fences(1);
      for (int i = 0; i < firsts.length; i++) {
        fences.add(firsts[i], 40L * i);
      }
      fences.end(40L * firsts.length);
      assertThat(fences.blockOf(Long.MIN_VALUE)).isEqualTo(-1);
      assertThat(fences.blockOf(Long.MAX_VALUE)).isEqualTo(size - 1);
      for (int i = 0; i < size; i++) {
        int from = random.nextInt(i + 1);
        assertThat(fences.blockOf(firsts[i] - 1)).isEqualTo(i - 1);
        assertThat(fences.blockOf(firsts[i])).isEqualTo(i);
        assertThat(fences.blockOf(firsts[i] + 1)).isEqualTo(i);
        assertThat(fences.blockOf(firsts[i], from)).isEqualTo(i);
        assertThat(fences.blockOf(firsts[i] + 1, from)).isEqualTo(i);
        if (from < i) {
          assertThat(fences.blockOf(firsts[i] - 1, from)).isEqualTo(i - 1);
        }
        assertThat(fences.length(i)).isEqualTo(40);
      }
    }
  }
}

package org.secindex.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LookupBuilderTest {
  @ParameterizedTest
  @EnumSource
  void answersComeBackInRequestOrder(KeyDomain domain) {
    SplittableRandom random = new SplittableRandom(7);
    for (int length : new int[] {0, 1, 2, 10, 48, 49, 1000}) {
      long[] request = random.longs(length, -length / 2, length + 1).toArray();
      LookupBuilder builder = new LookupBuilder(domain, request);
      Map<Long, Integer> known = new HashMap<>();
      for (int rank = 0; rank < builder.size(); rank++) {
        long key = builder.key(rank);
        if (rank > 0) {
          assertThat(domain.compare(builder.key(rank - 1), key)).isNegative();
        }
        assertThat(builder.rank(key)).isEqualTo(rank);
        if (key % 3 != 0) {
          builder.found(rank, rank, 5);
          known.put(key, rank);
        }
      }
      assertThat(builder.rank(Long.MAX_VALUE)).isNegative();
      Lookup answers = builder.build();
      assertThat(answers.size()).isEqualTo(length);
      for (int i = 0; i < length; i++) {
        assertThat(answers.isFound(i)).isEqualTo(known.containsKey(request[i]));
        if (answers.isFound(i)) {
          assertThat(answers.chunkId(i)).isEqualTo(known.get(request[i]));
        }
      }
    }
  }
}

package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoLeaksTest {
  private static void leak() {
    PooledByteBufAllocator.DEFAULT.directBuffer(4711).writeInt(1);
  }

  @Test
  void aBufferThatIsNotGivenBackIsFound() {
    leak();
    List<String> found = new ArrayList<>();
    await()
        .until(
            () -> {
              found.addAll(NoLeaks.leaks());
              return !found.isEmpty();
            });
    assertThat(found).hasSize(1);
    assertThat(found.get(0)).contains("ByteBuf");
  }
}

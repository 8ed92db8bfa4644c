package org.secindex.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EntryCursorTest {
  /** Gives one entry; then fails in the midst of a batch; asked again, says that it has ended. */
  private static EntrySource failing(TransientIndexException failure) {
    int[] calls = new int[1];
    return into -> {
      into.clear();
      switch (calls[0]++) {
        case 0 -> into.add(1, 2, 3);
        case 1 -> {
          into.add(2, 2, 3);
          throw failure;
        }
        default -> {}
      }
      return into.size() > 0;
    };
  }

  @Test
  void aScanThatFailedNeverLooksLikeOneThatEnded() {
    TransientIndexException failure = new TransientIndexException("the server is down");
    try (EntryCursor rows = new EntryCursor(KeyDomain.SIGNED, failing(failure))) {
      assertThat(rows.next()).isTrue();
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(rows::next).isSameAs(failure);
        assertThatThrownBy(rows::key).isInstanceOf(IllegalStateException.class);
      }
      EntryBatch batch = new EntryBatch();
      assertThatThrownBy(() -> rows.read(batch)).isSameAs(failure);
    }
  }

  @Test
  void asASourceItFailsForGoodToo() {
    TransientIndexException failure = new TransientIndexException("the server is down");
    try (EntryCursor rows = new EntryCursor(KeyDomain.SIGNED, failing(failure))) {
      EntryBatch batch = new EntryBatch();
      assertThat(rows.read(batch)).isTrue();
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> rows.read(batch)).isSameAs(failure);
        assertThat(batch.size()).isZero();
      }
    }
  }
}

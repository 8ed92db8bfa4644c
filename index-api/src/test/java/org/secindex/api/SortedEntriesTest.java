package org.secindex.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SortedEntriesTest {
  private static void drain(KeyDomain domain, int capacity, long... keys) {
    SortedEntries entries =
        SortedEntries.of(domain, keys, new int[keys.length], new int[keys.length]);
    EntryBatch batch = new EntryBatch(capacity);
    long read = 0;
    while (entries.read(batch)) {
      read += batch.size();
    }
    assertThat(batch.size()).isZero();
    assertThat(read).isEqualTo(keys.length).isEqualTo(entries.count());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void disorderIsFoundAcrossBatchesToo(int capacity) {
    drain(KeyDomain.SIGNED, capacity);
    drain(KeyDomain.SIGNED, capacity, Long.MIN_VALUE, -1, 0, 5, Long.MAX_VALUE);
    drain(KeyDomain.UNSIGNED, capacity, 0, 5, Long.MAX_VALUE, Long.MIN_VALUE, -1);
    assertThatThrownBy(() -> drain(KeyDomain.UNSIGNED, capacity, 1, 2, -1, 0, 4))
        .isInstanceOf(UnsortedInputException.class)
        .hasMessageContaining("entry 4: key 0 comes after 18446744073709551615");
    assertThatThrownBy(() -> drain(KeyDomain.SIGNED, capacity, 1, 2, 2, 4))
        .isInstanceOf(DuplicateKeyException.class)
        .hasMessageContaining("key 2 comes twice: entry 2 and entry 3");
  }

  @Test
  void aSourceThatPromisesEntriesAndGivesNoneIsTold() {
    EntrySource promising =
        into -> {
          into.clear();
          return true;
        };
    assertThatThrownBy(() -> SortedEntries.of(KeyDomain.SIGNED, promising).read(new EntryBatch()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("must return false");
  }

  @Test
  void columnsMustBeOfOneLength() {
    assertThatThrownBy(
            () -> SortedEntries.of(KeyDomain.SIGNED, new long[2], new int[2], new int[1]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aCursorGivesWhatItHasNotYetDelivered() {
    long[] keys = new long[5000];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = i;
    }
    SortedEntries source = SortedEntries.of(KeyDomain.SIGNED, keys, new int[5000], new int[5000]);
    EntryCursor cursor = new EntryCursor(KeyDomain.SIGNED, source);
    for (int i = 0; i < 10; i++) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key()).isEqualTo(i);
    }
    EntryBatch batch = new EntryBatch(300);
    long expected = 10;
    while (cursor.read(batch)) {
      for (int i = 0; i < batch.size(); i++) {
        assertThat(batch.keys[i]).isEqualTo(expected++);
      }
    }
    assertThat(expected).isEqualTo(5000);
  }
}

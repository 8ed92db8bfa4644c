package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.testkit.IndexAssert.assertContent;
import static org.secindex.testkit.IndexAssert.assertHolds;
import static org.secindex.testkit.IndexAssert.assertLacks;
import static org.secindex.testkit.IndexFixture.entries;
import static org.secindex.testkit.IndexFixture.keysOf;
import static org.secindex.testkit.IndexFixture.sequence;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.DuplicateKeyException;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.UnsortedInputException;

/** Filling an empty index, all or nothing. */
interface LoadContract {
  IndexFixture fixture();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 255, 256, 257, 4096, 300_000})
  @DisplayName("a load of any size is complete, and says how many entries it stored")
  default void anySize(int size) {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    long[] keys = sequence(-1000, 7, size);
    assertThat(index.load(entries(KeyDomain.SIGNED, 0, keys))).isEqualTo(size);
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.READY);
    assertContent(index, entries(KeyDomain.SIGNED, 0, keys));
    assertHolds(index, 0, keys);
    assertThat(index.statistics().entries()).isEqualTo(size);
  }

  @Test
  @DisplayName("a load into an index that holds entries is refused, and changes nothing")
  default void refusedWhenNotEmpty() {
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, 1, 2, 3);
    assertThatThrownBy(() -> index.load(entries(KeyDomain.SIGNED, 1, 3, 4)))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("not empty");
    assertHolds(index, 0, 1, 2, 3);
    assertLacks(index, 4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5_000, 150_000})
  @DisplayName(
      "unsorted input fails the load wherever it comes; nothing stays, and one can load again")
  default void unsortedInput(int at) {
    long[] keys = sequence(0, 1, 160_000);
    keys[at] = at - 5L;
    loadFails(keys, UnsortedInputException.class, "entry " + (at + 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5_000, 150_000})
  @DisplayName("a key that comes twice fails the load; nothing stays, and one can load again")
  default void duplicateInput(int at) {
    long[] keys = sequence(0, 10, 160_000);
    keys[at] = keys[at - 1];
    loadFails(keys, DuplicateKeyException.class, "key " + keys[at]);
  }

  private void loadFails(long[] keys, Class<? extends Exception> type, String message) {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    int[] zeros = new int[keys.length];
    assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, keys, zeros, zeros)))
        .isInstanceOf(type)
        .hasMessageContaining(message);
    assertEmptyAndLoadable(uri, index);
  }

  @Test
  @DisplayName(
      "when the source of the entries fails, the load throws that very failure; nothing stays")
  default void sourceFails() {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    RuntimeException failure = new RuntimeException("the disk with the input is gone");
    EntrySource source = failingAfter(80_000, failure);
    assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, source)))
        .isSameAs(failure);
    assertEmptyAndLoadable(uri, index);
  }

  /** The keys from 0 on, of generation 9, as many as said; then the failure. */
  static EntrySource failingAfter(int entries, RuntimeException failure) {
    AtomicInteger next = new AtomicInteger();
    return into -> {
      if (next.get() == entries) {
        throw failure;
      }
      into.clear();
      while (!into.isFull() && next.get() < entries) {
        long key = next.getAndIncrement();
        into.add(key, IndexFixture.chunkOf(key, 9), IndexFixture.subChunkOf(key));
      }
      return true;
    };
  }

  private void assertEmptyAndLoadable(String uri, SecondaryIndex index) {
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.READY);
    assertThat(keysOf(index, KeyRange.all())).isEmpty();
    assertLacks(index, 0, 1, 40_000);
    index.close();
    SecondaryIndex again = fixture().openToWrite(uri);
    assertThat(keysOf(again, KeyRange.all())).isEmpty();
    assertThat(again.load(entries(KeyDomain.SIGNED, 0, 0, 5, 9))).isEqualTo(3);
    assertThat(keysOf(again, KeyRange.all())).containsExactly(0L, 5L, 9L);
  }

  @Test
  @DisplayName("while it runs the index is BUILDING, and nobody can open it for reading")
  default void buildingWhileLoading() {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    SortedEntries input = entries(KeyDomain.SIGNED, 0, sequence(0, 1, 150_000));
    AtomicInteger checks = new AtomicInteger();
    EntrySource watched =
        into -> {
          boolean more = input.read(into);
          if (checks.get() == 0 || !more) {
            checks.incrementAndGet();
            assertThat(Indexes.state(uri)).isEqualTo(IndexState.BUILDING);
            assertThatThrownBy(() -> Indexes.open(uri))
                .isInstanceOf(IndexException.class)
                .hasMessageContaining("BUILDING");
          }
          return more;
        };
    long loaded = index.load(SortedEntries.of(KeyDomain.SIGNED, watched));
    assertThat(checks.get()).as("checks made, at the first and the last read").isEqualTo(2);
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.READY);
    assertThat(fixture().open(uri).verify().entries()).isEqualTo(loaded);
  }

  @Test
  @DisplayName("entries in the order of the other domain are refused")
  default void otherDomain() {
    SecondaryIndex index = fixture().create();
    assertThatThrownBy(() -> index.load(entries(KeyDomain.UNSIGNED, 0, 1, 2)))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("UNSIGNED");
    assertThat(index.load(entries(KeyDomain.SIGNED, 0, 1, 2))).isEqualTo(2);
  }

  @Test
  @DisplayName("a negative chunk or subchunk is refused, with its entry and key; nothing stays")
  default void negativeLocation() {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    assertThatThrownBy(
            () ->
                index.load(
                    SortedEntries.of(
                        KeyDomain.SIGNED, new long[] {7, 8}, new int[] {1, -1}, new int[2])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key 8")
        .hasMessageContaining("-1");
    assertEmptyAndLoadable(uri, index);
  }

  @Test
  @DisplayName("an index opened for reading cannot be loaded, updated, or emptied")
  default void readOnlyIsReadOnly() {
    String uri = fixture().newUri();
    fixture().create(uri, KeyDomain.SIGNED).close();
    SecondaryIndex reader = fixture().open(uri);
    assertThatThrownBy(() -> reader.load(entries(KeyDomain.SIGNED, 0, 1)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> reader.update(entries(KeyDomain.SIGNED, 0, 1)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> reader.remove(new long[] {1}))
        .isInstanceOf(IllegalStateException.class);
    assertThat(reader.find(1)).isEmpty();
  }

  @Test
  @DisplayName("the source is read to its end by one thread at a time, and only in load")
  default void sourceIsReadOnce() {
    SecondaryIndex index = fixture().create();
    AtomicInteger reads = new AtomicInteger();
    SortedEntries input = entries(KeyDomain.SIGNED, 0, sequence(0, 1, 10));
    EntrySource counting =
        new EntrySource() {
          @Override
          public boolean read(EntryBatch into) {
            reads.incrementAndGet();
            return input.read(into);
          }
        };
    index.load(SortedEntries.of(KeyDomain.SIGNED, counting));
    int afterLoad = reads.get();
    assertThat(afterLoad).isGreaterThanOrEqualTo(2);
    index.verify();
    assertThat(reads.get()).isEqualTo(afterLoad);
  }
}

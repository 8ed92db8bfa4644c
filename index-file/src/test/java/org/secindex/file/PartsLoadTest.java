package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Durability;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;
import org.secindex.api.UnsortedInputException;
import org.secindex.testkit.Catalogue;

/** Loading several parts at the same time. */
class PartsLoadTest {
  private static final int ENTRIES = 120_000;
  private static final SegmentOptions OPTIONS =
      SegmentOptions.defaults(Duration.ZERO).withSegmentSize(64 << 10);

  @TempDir Path directory;
  private final Catalogue catalogue = Catalogue.of("gaia", ENTRIES);

  private SegmentedIndex create(String name) {
    return SegmentIndexes.create(store(name), "file", catalogue.domain(), OPTIONS);
  }

  private LocalSegmentStore store(String name) {
    return new LocalSegmentStore(directory.resolve(name), Durability.RELAXED);
  }

  private List<SortedEntries> parts(int count) {
    List<SortedEntries> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(catalogue.entries((long) ENTRIES * i / count, (long) ENTRIES * (i + 1) / count));
    }
    return parts;
  }

  @Test
  void partsMakeTheSameIndexAsTheWhole() {
    try (SegmentedIndex whole = create("whole")) {
      whole.load(catalogue.entries());
      for (int count : new int[] {1, 2, 3, 17}) {
        List<SortedEntries> parts = parts(count);
        parts.add(count / 2, catalogue.entries(7, 7));
        try (SegmentedIndex index = create("parts" + count)) {
          assertThat(index.load(parts)).isEqualTo(ENTRIES);
          assertThat(index.verify()).isEqualTo(whole.verify());
        }
      }
    }
    try (SegmentedIndex index = create("none")) {
      assertThat(index.load(List.of())).isZero();
      assertThat(index.verify().entries()).isZero();
    }
  }

  @Test
  void twoPartsAreReadAtTheSameTime() {
    CountDownLatch both = new CountDownLatch(2);
    List<SortedEntries> parts = parts(2);
    List<SortedEntries> meeting =
        parts.stream().map(part -> SortedEntries.of(part.domain(), meeting(both, part))).toList();
    try (SegmentedIndex index = create("i")) {
      assertThat(index.load(meeting)).isEqualTo(ENTRIES);
    }
  }

  private static EntrySource meeting(CountDownLatch both, SortedEntries part) {
    return into -> {
      if (part.count() == 0) {
        both.countDown();
        try {
          both.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      return part.read(into);
    };
  }

  private void assertEmptyAndClean(SegmentedIndex index, String name) {
    assertThat(index.verify().entries()).isZero();
    assertThat(SegmentIndexes.state(store(name))).isEqualTo(IndexState.READY);
    assertThat(store(name).list()).hasSize(2);
    assertThat(index.load(parts(2))).isEqualTo(ENTRIES);
  }

  @Test
  void partsOutOfOrderAreRefused() {
    try (SegmentedIndex index = create("i")) {
      List<SortedEntries> parts = parts(3);
      assertThatThrownBy(() -> index.load(List.of(parts.get(0), parts.get(2), parts.get(1))))
          .isInstanceOf(UnsortedInputException.class)
          .hasMessageContaining("part 3")
          .hasMessageContaining(Long.toString(catalogue.key(ENTRIES / 3)));
      assertEmptyAndClean(index, "i");
    }
  }

  @Test
  void onePartThatFailsEndsAll() {
    RuntimeException gone = new RuntimeException("the input is gone");
    EntrySource failing =
        into -> {
          throw gone;
        };
    try (SegmentedIndex index = create("i")) {
      List<SortedEntries> parts = parts(4);
      parts.set(2, SortedEntries.of(catalogue.domain(), failing));
      assertThatThrownBy(() -> index.load(parts)).isSameAs(gone);
      assertEmptyAndClean(index, "i");
    }
  }

  @Test
  void anInterruptEndsAll() {
    Thread loading = Thread.currentThread();
    List<SortedEntries> parts = parts(2);
    EntrySource interrupting =
        into -> {
          loading.interrupt();
          return parts.get(1).read(into);
        };
    try (SegmentedIndex index = create("i")) {
      assertThatThrownBy(
              () ->
                  index.load(
                      List.of(parts.get(0), SortedEntries.of(catalogue.domain(), interrupting))))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.interrupted()).isTrue();
      assertEmptyAndClean(index, "i");
    }
  }

  @Test
  void anInterruptEndsAPartThatWaitsForItsInput() {
    Thread loading = Thread.currentThread();
    CountDownLatch never = new CountDownLatch(1);
    EntrySource waiting =
        into -> {
          loading.interrupt();
          try {
            never.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return false;
        };
    List<SortedEntries> parts = new ArrayList<>(parts(9));
    parts.set(0, SortedEntries.of(catalogue.domain(), waiting));
    try (SegmentedIndex index = create("i")) {
      assertThatThrownBy(() -> index.load(parts))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.interrupted()).isTrue();
      assertEmptyAndClean(index, "i");
    }
  }

  @Test
  void eachPartMustBeOfTheDomain() {
    try (SegmentedIndex index = create("i")) {
      SortedEntries other =
          SortedEntries.of(KeyDomain.UNSIGNED, new long[0], new int[0], new int[0]);
      assertThatThrownBy(() -> index.load(List.of(catalogue.entries(), other)))
          .isInstanceOf(IndexConfigException.class);
    }
  }
}

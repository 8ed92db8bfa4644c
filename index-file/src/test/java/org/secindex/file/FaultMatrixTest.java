package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.EditedContent;

/**
 * A disk that refuses: for every kind of writing, each step of each kind fails, once or from then
 * on. Afterwards the content is the old one, and the writing can be done again, by the same index
 * or by another one.
 */
class FaultMatrixTest {
  private static final SegmentOptions SEGMENT =
      SegmentOptions.defaults(Duration.ZERO)
          .withSegmentSize(16 << 10)
          .withCompaction(SegmentOptions.Compacting.OFF);

  @TempDir Path directory;

  /** So many that an update merges overlays. */
  private static final int PIECES_BEFORE = 8;

  @ParameterizedTest
  @EnumSource
  void eachStepOfEachKindFails(CrashWork work) {
    MemoryStore prepared = new MemoryStore();
    EditedContent before = EditedContent.empty();
    try (SecondaryIndex index =
        SegmentIndexes.create(prepared, "memory", EditedContent.DOMAIN, SEGMENT)) {
      for (int piece = 1; !work.beginsAnew() && piece <= PIECES_BEFORE; piece++) {
        work.apply(index, directory, piece);
        before = work.after(before, piece);
      }
    }
    int failures = 0;
    for (FaultyStore.Step kind : FaultyStore.Step.values()) {
      for (boolean forGood : new boolean[] {false, true}) {
        int steps = 0;
        while (fails(work, prepared.copy(), before, kind, steps, forGood)) {
          steps++;
        }
        boolean used = kind != FaultyStore.Step.MAKE_DIRECTORY;
        assertThat(steps > 0).as("%s: %d steps of %s", work, steps, kind).isEqualTo(used);
        failures += steps;
      }
    }
    assertThat(failures).as("failures of %s", work).isGreaterThan(40);
  }

  /** What cannot be read is never reported as absent. */
  @Test
  void eachReadFails() {
    MemoryStore store = new MemoryStore();
    EditedContent content = EditedContent.empty();
    try (SecondaryIndex index =
        SegmentIndexes.create(store, "memory", EditedContent.DOMAIN, SEGMENT)) {
      for (int piece = 1; piece < 5; piece++) {
        CrashWork.COMPACT.apply(index, directory, piece);
        content = CrashWork.COMPACT.after(content, piece);
      }
    }
    EditedContent held = content;
    FaultyStore faulty = new FaultyStore(store);
    Set<FaultyStore.Step> reading =
        EnumSet.of(FaultyStore.Step.LIST, FaultyStore.Step.OPEN, FaultyStore.Step.READ);
    int failures = 0;
    for (int steps = 0; ; steps++) {
      faulty.refuse(reading, steps, false);
      boolean complete =
          completes(
              () -> {
                try (SecondaryIndex index =
                    SegmentIndexes.open(faulty, "memory", Access.READ, SEGMENT)) {
                  held.assertIn(index, "though a read fails");
                }
              });
      assertThat(complete).as("complete without step %d", steps).isEqualTo(!faulty.hasFailed());
      if (complete) {
        break;
      }
      failures++;
    }
    assertThat(failures).isGreaterThan(20);
  }

  /**
   * @return false if there are not so many steps
   */
  private boolean fails(
      CrashWork work,
      MemoryStore store,
      EditedContent before,
      FaultyStore.Step kind,
      int steps,
      boolean forGood) {
    int piece = PIECES_BEFORE + 1;
    EditedContent after = work.after(before, piece);
    String when = work + ", " + kind + " " + steps + (forGood ? " and all after it" : "");
    FaultyStore faulty = new FaultyStore(store);
    work.prepare(directory, piece);
    try (SecondaryIndex index = SegmentIndexes.open(faulty, "memory", Access.WRITE, SEGMENT)) {
      faulty.refuse(EnumSet.of(kind), steps, forGood);
      boolean completed = completes(() -> work.apply(index, directory, piece));
      boolean failed = faulty.hasFailed();
      faulty.repair();
      assertRepeatable(work, store.copy(), completed ? after : before, after, when);
      work.repeat(index, directory, piece);
      after.assertIn(index, when + ", repeated");
      return failed;
    }
  }

  private static boolean completes(Runnable writing) {
    try {
      writing.run();
      return true;
    } catch (IndexException e) {
      assertThat(e).hasMessageContaining("No space left");
      return false;
    }
  }

  private void assertRepeatable(
      CrashWork work, MemoryStore store, EditedContent now, EditedContent after, String when) {
    IndexState state = SegmentIndexes.state(store);
    if (state == IndexState.READY) {
      try (SecondaryIndex reader = SegmentIndexes.open(store, "memory", Access.READ, SEGMENT)) {
        now.assertIn(reader, when);
      }
    } else {
      assertThat(now.isEmpty()).as("%s, but it is %s", when, state).isTrue();
    }
    try (SecondaryIndex index = SegmentIndexes.open(store, "memory", Access.WRITE, SEGMENT)) {
      work.repeat(index, directory, PIECES_BEFORE + 1);
      after.assertIn(index, when + ", repeated by another one");
    }
    Manifest manifest = new Manifests(store).newest().orElseThrow();
    assertThat(KillPhase.named(manifest)).as(when).containsAll(store.list());
  }
}

package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.IndexState;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.EditedContent;
import org.secindex.testkit.KilledWriter;
import org.secindex.testkit.Seed;

/**
 * {@code kill -9} at random instants of every kind of writing. {@code -Dsecindex.kills=200} says
 * how many of each.
 */
class CrashMatrixTest {
  private static final int KILLS = Integer.getInteger("secindex.kills", 6);

  /** At most so many pieces are let pass before the one that is not. */
  private static final int REHEARSALS = 4;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void oldOrNewAfterAKillAndRepeatable(CrashWork work) throws Exception {
    Seed seed = Seed.forTest("CrashMatrixTest " + work);
    SplittableRandom random = seed.random();
    Map<KillPhase, Integer> phases = new EnumMap<>(KillPhase.class);
    int piece = 1;
    EditedContent content = EditedContent.empty();
    long cold = 300_000_000;
    int completed = 0;
    for (int kill = 1; kill <= KILLS; kill++) {
      work.prepare(directory, piece);
      EditedContent atStart = content;
      try (SecondaryIndex reader = readerBeside(work.index(directory, piece));
          KilledWriter writer = CrashWriter.start(work, directory, piece)) {
        int rehearsals = random.nextInt(REHEARSALS);
        int target = piece + rehearsals;
        while (!work.isMeant(target)) {
          target++;
        }
        if (target > piece) {
          writer.awaitBegin(piece + 1);
          cold = writer.lastTook();
        }
        writer.awaitBegin(target);
        long span = target == piece ? cold : writer.lastTook();
        writer.killAfter(random.nextLong(span + span / 8));
        String when = seed + ", kill " + kill + " of " + work + ", in piece " + writer.begun();
        for (int passed = piece; passed <= writer.done(); passed++) {
          content = work.after(work.before(content), passed);
          if (!work.index(directory, passed).equals(work.index(directory, writer.begun()))) {
            checkAndDrop(work.index(directory, passed), content, when);
          }
        }
        Path index = work.index(directory, writer.begun());
        phases.merge(KillPhase.of(index), 1, Integer::sum);
        if (writer.done() == writer.begun()) {
          completed++;
          check(index, content, content, when);
        } else {
          EditedContent before = work.before(content);
          content = work.after(before, writer.begun());
          check(index, before, content, when);
        }
        repeat(work, index, writer.begun(), content, when);
        if (reader != null) {
          atStart.assertIn(reader, when + ", for a reader that was there before");
        }
        piece = writer.begun() + 1;
      }
    }
    System.out.println(
        "CrashMatrixTest "
            + work
            + ": "
            + KILLS
            + " kills, "
            + phases
            + "; the piece had just been completed: "
            + completed);
  }

  /** One who has opened the index before, and keeps what it has opened. */
  private static @Nullable SecondaryIndex readerBeside(Path index) {
    return CrashWork.state(index) == IndexState.READY ? CrashWork.openToRead(index) : null;
  }

  private static void checkAndDrop(Path index, EditedContent content, String when) {
    try (SecondaryIndex reader = CrashWork.openToRead(index)) {
      content.assertIn(reader, when);
    }
    try (SegmentStore store = CrashWork.store(index)) {
      SegmentIndexes.drop(store);
    }
  }

  /** The index holds the old content or the new one; readers and the next writer agree. */
  private static void check(Path index, EditedContent old, EditedContent fresh, String when) {
    IndexState state = CrashWork.state(index);
    if (state != IndexState.READY) {
      // Of an index that was never filled.
      assertThat(old.isEmpty()).as("%s, but it is %s", when, state).isTrue();
      CrashWork.open(index).close();
      assertNothingLeftOver(index, when);
      return;
    }
    boolean isNew;
    try (SecondaryIndex reader = CrashWork.openToRead(index)) {
      isNew = fresh.isIn(reader);
      (isNew ? fresh : old).assertIn(reader, when);
    }
    try (SecondaryIndex writer = CrashWork.open(index)) {
      (isNew ? fresh : old).assertIn(writer, when);
    }
    assertNothingLeftOver(index, when);
  }

  private static void assertNothingLeftOver(Path index, String when) {
    try (SegmentStore store = CrashWork.store(index)) {
      Manifest manifest = new Manifests(store).newest().orElseThrow();
      assertThat(KillPhase.named(manifest)).as(when).containsAll(store.list());
    }
  }

  private void repeat(CrashWork work, Path index, int piece, EditedContent content, String when) {
    try (SecondaryIndex writer = CrashWork.open(index)) {
      work.repeat(writer, directory, piece);
      content.assertIn(writer, when + ", repeated");
    }
    try (SecondaryIndex reader = CrashWork.openToRead(index)) {
      content.assertIn(reader, when + ", repeated");
    }
    assertNothingLeftOver(index, when + ", repeated");
  }
}

package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.Access;
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
  private static final int KILLS = Integer.getInteger("secindex.kills", 2);

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
      EditedContent atStart = content;
      try (SecondaryIndex reader = readerBeside(work.index(directory, piece));
          KilledWriter writer = CrashWriter.start(work, directory, piece)) {
        int target = piece + random.nextInt(REHEARSALS);
        if (target > piece) {
          writer.awaitBegin(piece + 1);
          cold = writer.lastTook();
        }
        writer.awaitBegin(target);
        long span = target == piece ? cold : writer.lastTook();
        writer.killAfter(random.nextLong(span + span / 8));
        String when = seed + ", kill " + kill + " of " + work + ", in piece " + writer.begun();
        for (int passed = piece; passed < writer.begun(); passed++) {
          content = work.after(content, passed);
          if (work.beginsAnew()) {
            check(work.index(directory, passed), content, when);
            CrashWork.drop(work.index(directory, passed));
            content = EditedContent.empty();
          }
        }
        Path index = work.index(directory, writer.begun());
        phases.merge(KillPhase.of(index), 1, Integer::sum);
        EditedContent after = work.after(content, writer.begun());
        if (writer.done() == writer.begun()) {
          completed++;
          check(index, after, when);
        } else {
          checkEither(index, content, after, when);
        }
        content = after;
        repeat(work, index, writer.begun(), content, when);
        if (reader != null) {
          atStart.assertIn(reader, when + ", for a reader that was there before");
        }
        if (work.beginsAnew()) {
          CrashWork.drop(index);
          content = EditedContent.empty();
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
    return CrashWork.state(index) == IndexState.READY ? TestIndexes.open(index, Access.READ) : null;
  }

  private static void check(Path index, EditedContent content, String when) {
    try (SecondaryIndex reader = TestIndexes.open(index, Access.READ)) {
      content.assertIn(reader, when);
    }
  }

  /** The index holds the old content or the new one. */
  static void checkEither(Path index, EditedContent old, EditedContent fresh, String when) {
    if (CrashWork.state(index) != IndexState.READY) {
      // Of an index that was never filled.
      assertThat(old.isEmpty()).as("%s, but it is not READY", when).isTrue();
      return;
    }
    try (SecondaryIndex reader = TestIndexes.open(index, Access.READ)) {
      (fresh.isIn(reader) ? fresh : old).assertIn(reader, when);
    }
  }

  private void repeat(CrashWork work, Path index, int piece, EditedContent content, String when)
      throws IOException {
    try (SecondaryIndex writer = work.open(index)) {
      work.apply(writer, piece);
      content.assertIn(writer, when + ", repeated");
    }
    check(index, content, when + ", repeated and opened again");
    assertThat(KillPhase.of(index)).as("%s: left behind", when).isEqualTo(KillPhase.IDLE);
  }
}

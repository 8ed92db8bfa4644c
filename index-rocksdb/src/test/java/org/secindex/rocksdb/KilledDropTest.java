package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.IndexState;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.EditedContent;
import org.secindex.testkit.KilledWriter;
import org.secindex.testkit.Seed;

/** Drops that end half-way. {@code -Dsecindex.kills=200} says how many are killed. */
class KilledDropTest {
  private static final int KILLS = Integer.getInteger("secindex.kills", 3);

  @TempDir Path directory;

  @Test
  void thereIsTheWholeIndexOrNoneAndTheDropCanBeFinished() throws Exception {
    Seed seed = Seed.forTest("KilledDropTest");
    SplittableRandom random = seed.random();
    Map<IndexState, Integer> states = new EnumMap<>(IndexState.class);
    int halfWay = 0;
    int piece = 1;
    for (int kill = 1; kill <= KILLS; kill++) {
      try (KilledWriter writer =
          KilledWriter.start(
              ChildJvm.classPath(), KilledDropTest.class, piece, directory.toString())) {
        writer.awaitBegin(piece + 2);
        long span = writer.lastTook();
        writer.killAfter(random.nextLong(span + span / 8));
        Path index = index(directory, writer.begun());
        String when = seed + ", kill " + kill;
        IndexState state = CrashWork.state(index);
        states.merge(state, 1, Integer::sum);
        if (state == IndexState.READY) {
          try (SecondaryIndex reader = TestIndexes.open(index, Access.READ)) {
            EditedContent.full(1).assertIn(reader, when);
          }
        } else {
          assertThat(state).as(when).isEqualTo(IndexState.ABSENT);
          halfWay += Files.exists(index) ? 1 : 0;
          assertThatThrownBy(() -> TestIndexes.open(index, Access.WRITE))
              .hasMessageContaining("no index at");
        }
        if (kill % 2 == 0) {
          CrashWork.drop(index);
          assertThat(index).doesNotExist();
        } else if (state == IndexState.ABSENT) {
          makeFull(index);
          CrashWork.drop(index);
        }
        piece = writer.begun() + 1;
      }
    }
    System.out.println("KilledDropTest: " + KILLS + " kills, " + states + ", half-way " + halfWay);
  }

  /** What a drop may leave, whichever files it has come to: here all that there are, in turn. */
  @Test
  void whicheverFilesAreLeftTheDropCanBeFinished() throws IOException {
    Path index = directory.resolve("index");
    makeFull(index);
    int files = files(index).size();
    for (int gone = 1; gone < files; gone++) {
      Files.createFile(index.resolve("half-made"));
      for (Path file : files(index).subList(0, gone)) {
        Files.delete(file);
      }
      assertThat(CrashWork.state(index)).isEqualTo(IndexState.ABSENT);
      CrashWork.drop(index);
      assertThat(index).doesNotExist();
      makeFull(index);
    }
  }

  private static List<Path> files(Path index) throws IOException {
    try (Stream<Path> files = Files.list(index)) {
      return files.filter(file -> !file.endsWith("half-made")).sorted().toList();
    }
  }

  private static void makeFull(Path index) {
    try (SecondaryIndex writer = CrashWork.LOAD.open(index)) {
      writer.load(EditedContent.full(1).entries());
    }
  }

  private static Path index(Path directory, int piece) {
    return directory.resolve("index" + piece);
  }

  /** The process that is killed. Arguments: number of the first piece, directory. */
  public static void main(String[] args) {
    for (int piece = Integer.parseInt(args[0]); ; piece++) {
      Path index = index(Path.of(args[1]), piece);
      // Which the process before may have been killed in making.
      CrashWork.drop(index);
      makeFull(index);
      KilledWriter.sayBegin(piece);
      CrashWork.drop(index);
      KilledWriter.sayDone(piece);
    }
  }
}

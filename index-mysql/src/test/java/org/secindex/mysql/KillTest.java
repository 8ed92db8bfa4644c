package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.KilledWriter;
import org.secindex.testkit.Seed;

/**
 * {@code kill -9} of the client, and of the server, at random instants of loads and updates, in all
 * layouts. {@code -Dsecindex.kills=50} says how many of each.
 */
class KillTest {
  private static final int KILLS = Integer.getInteger("secindex.kills", 2);

  /** At most so many pieces are let pass before the one that is not. */
  private static final int REHEARSALS = 3;

  private static final List<Layout> LAYOUTS = List.of(Layout.values());

  @TempDir static Path directory;
  private static TestServer server;

  private final Map<String, Integer> outcomes = new TreeMap<>();

  /** What the indexes hold that are updated: one of each layout. */
  private final Map<Layout, NumberedContent> contents = new EnumMap<>(Layout.class);

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start(directory);
    // Else the register would be made and dropped with each index.
    Indexes.create(server.uri("keeper"), NumberedContent.DOMAIN).close();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @AfterEach
  void drop() {
    contents.keySet().forEach(layout -> Indexes.drop(uri(KilledWork.UPDATE, layout, 0)));
  }

  @ParameterizedTest
  @EnumSource
  void theClientIsKilled(KilledWork work) throws Exception {
    Seed seed = Seed.forTest("theClientIsKilled " + work);
    SplittableRandom random = seed.random();
    int piece = 1;
    long cold = 800_000_000;
    for (int kill = 1; kill <= KILLS; kill++) {
      Layout layout = anyLayout(random);
      before(work, layout);
      String pattern = pattern(work, layout);
      try (KilledWriter writer =
          KilledWriter.start(classPath(), KilledWork.class, piece, work.name(), pattern)) {
        int target = piece + random.nextInt(REHEARSALS);
        if (target > piece) {
          writer.awaitBegin(piece + 1);
          cold = writer.lastTook();
        }
        writer.awaitBegin(target);
        long span = target == piece ? cold : writer.lastTook();
        writer.killAfter(random.nextLong(span + span / 8));
        String when = "%s, kill %d in piece %d, %s".formatted(seed, kill, writer.begun(), layout);
        for (; piece < writer.begun(); piece++) {
          completed(work, layout, piece, when);
        }
        afterwards(work, layout, piece, writer.done() == piece, when);
        piece++;
      }
    }
    System.out.println("theClientIsKilled " + work + ": " + KILLS + " kills: " + outcomes);
  }

  @ParameterizedTest
  @EnumSource
  void theServerIsKilled(KilledWork work) throws Exception {
    Seed seed = Seed.forTest("theServerIsKilled " + work);
    SplittableRandom random = seed.random();
    long span = rehearse(work);
    for (int kill = 1; kill <= KILLS; kill++) {
      int piece = kill;
      Layout layout = anyLayout(random);
      before(work, layout);
      String when = "%s, kill %d, %s".formatted(seed, kill, layout);
      AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
      try (SecondaryIndex index = KilledWork.openOrMake(uri(work, layout, piece))) {
        Thread writer =
            new Thread(() -> thrown.set(catchThrowable(() -> work.apply(index, piece))), "writer");
        writer.start();
        // The instant is drawn; a writer that is done earlier is not waited for.
        TimeUnit.NANOSECONDS.timedJoin(writer, random.nextLong(span + span / 8));
        server.server.kill();
        writer.join();
      }
      Throwable failure = thrown.get();
      if (failure != null) {
        assertThat(failure).as(when).isInstanceOf(IndexException.class);
      }
      server.server.restart();
      afterwards(work, layout, piece, failure == null, when);
    }
    System.out.println("theServerIsKilled " + work + ": " + KILLS + " kills: " + outcomes);
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static Layout anyLayout(SplittableRandom random) {
    return LAYOUTS.get(random.nextInt(LAYOUTS.size()));
  }

  private String pattern(KilledWork work, Layout layout) {
    return server.uri(
        work.beginsAnew() ? "NAME" : "NAME_" + layout,
        "layout=" + layout.name().toLowerCase(Locale.ROOT),
        "rows-per-table=50000",
        "connect-timeout=2s");
  }

  private String uri(KilledWork work, Layout layout, int piece) {
    return work.uri(pattern(work, layout), piece);
  }

  /** What there is before a piece; an index that is to be updated is made. */
  private NumberedContent before(KilledWork work, Layout layout) {
    return work.beginsAnew()
        ? NumberedContent.empty()
        : contents.computeIfAbsent(
            layout,
            l -> {
              String uri = uri(work, l, 0);
              try (SecondaryIndex index = Indexes.create(uri, NumberedContent.DOMAIN)) {
                index.load(NumberedContent.loadOf(0));
              }
              return NumberedContent.loaded(0);
            });
  }

  /** How long a piece takes, in nanoseconds. */
  private long rehearse(KilledWork work) {
    before(work, Layout.SINGLE);
    long start = System.nanoTime();
    try (SecondaryIndex index = KilledWork.openOrMake(uri(work, Layout.SINGLE, 0))) {
      work.apply(index, 0);
    }
    long took = System.nanoTime() - start;
    completed(work, Layout.SINGLE, 0, "in a rehearsal");
    return took;
  }

  /** A piece is done; of an index that is updated the next piece will show. */
  private void completed(KilledWork work, Layout layout, int piece, String when) {
    NumberedContent after = work.after(before(work, layout), piece);
    if (work.beginsAnew()) {
      String uri = uri(work, layout, piece);
      assertThat(found(uri, NumberedContent.empty(), after, when)).as(when).isEqualTo("ALL");
      Indexes.drop(uri);
    } else {
      contents.put(layout, after);
    }
  }

  private void afterwards(
      KilledWork work, Layout layout, int piece, boolean returned, String when) {
    NumberedContent before = before(work, layout);
    NumberedContent after = work.after(before, piece);
    String uri = uri(work, layout, piece);
    String found = found(uri, before, after, when);
    outcomes.merge((returned ? "returned, " : "cut off, ") + found, 1, Integer::sum);
    if (returned) {
      assertThat(found).as("what a call that returned has written, %s", when).isEqualTo("ALL");
    }
    if (work.beginsAnew()) {
      assertThat(found).as("all or nothing, %s", when).isNotEqualTo("SOME");
    }
    try (SecondaryIndex index = whenFree(uri)) {
      work.apply(index, piece);
    }
    assertThat(found(uri, before, after, when)).as("repeated, %s", when).isEqualTo("ALL");
    assertNothingLeftBehind(TestServer.nameIn(uri), when);
    completed(work, layout, piece, when);
  }

  /** Whether there is an index, whether it is BUILDING, or else how much of a piece it holds. */
  private static String found(
      String uri, NumberedContent before, NumberedContent after, String when) {
    if (Indexes.state(uri) == IndexState.ABSENT) {
      assertThat(before.isEmpty()).as("there was an index, %s", when).isTrue();
      return "no index";
    }
    // A server goes on for a moment with what the dead had asked for.
    whenFree(uri).close();
    if (Indexes.state(uri) == IndexState.BUILDING) {
      assertThat(before.isEmpty()).as("there was an index, %s", when).isTrue();
      assertThatThrownBy(() -> Indexes.open(uri)).as(when).hasMessageContaining("BUILDING");
      return "BUILDING";
    }
    try (SecondaryIndex reader = Indexes.open(uri)) {
      assertThat(reader.verify().problems()).as(when).isEmpty();
      return before.of(after, reader, when).name();
    }
  }

  private static SecondaryIndex whenFree(String uri) {
    return await("the dead writer's lock is free")
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptionsMatching(
            e -> String.valueOf(e.getMessage()).contains("in use by another writer"))
        .until(() -> KilledWork.openOrMake(uri), Objects::nonNull);
  }

  private void assertNothingLeftBehind(String name, String when) {
    assertThat(
            server.number(
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'sky' AND"
                    + " table_name LIKE '"
                    + name
                    + "$%'"))
        .as("tables beside that of the index, %s", when)
        .isEqualTo(
            server.number("SELECT COUNT(*) FROM sky.secindex_ranges WHERE name = '" + name + "'"));
  }
}

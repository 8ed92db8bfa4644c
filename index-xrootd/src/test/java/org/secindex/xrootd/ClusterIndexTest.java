package org.secindex.xrootd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.TransientIndexException;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdCluster;
import org.secindex.testkit.XrootdServer;
import org.secindex.xrootd.client.XrootdClient;
import org.secindex.xrootd.client.XrootdUrl;

/** An index that two data servers hold together: where its files are, and what if one is down. */
@Timeout(90)
class ClusterIndexTest {
  private static final int ENTRIES = 100_000;

  @TempDir Path directory;
  private XrootdCluster cluster;

  @BeforeEach
  void start() throws IOException {
    Servers.require(XrootdCluster.available());
    cluster = XrootdCluster.start(directory, 2);
  }

  @AfterEach
  void stop() throws IOException {
    cluster.close();
  }

  private String uri() {
    return cluster.url("idx")
        + "?segment-size=64k&compaction=off&grace=0s&connect-timeout=1s&timeout=8s";
  }

  private static SortedEntries entries(int chunk, int count) {
    long[] keys = new long[count];
    int[] chunks = new int[count];
    int[] subChunks = new int[count];
    Arrays.setAll(keys, i -> i * 10L);
    Arrays.fill(chunks, chunk);
    Arrays.setAll(subChunks, i -> i * 7919 & 0xffff);
    return SortedEntries.of(KeyDomain.SIGNED, keys, chunks, subChunks);
  }

  private void load() {
    try (SecondaryIndex index = Indexes.create(uri(), KeyDomain.SIGNED)) {
      index.load(entries(1, ENTRIES));
    }
  }

  private static long[] keys() {
    long[] keys = new long[1000];
    Arrays.setAll(keys, i -> 10L * (ENTRIES / 1000) * i);
    return keys;
  }

  private List<String> files(int server) throws IOException {
    Path place = cluster.servers().get(server).dataDirectory().resolve("idx");
    if (!Files.exists(place)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(place)) {
      return files.map(f -> String.valueOf(f.getFileName())).sorted().toList();
    }
  }

  /** The server that has the lock, and the manifests. */
  private int home() throws IOException {
    return files(0).contains("lock") ? 0 : 1;
  }

  private static Optional<String> first(List<String> files, String prefix) {
    return files.stream().filter(f -> f.startsWith(prefix)).findFirst();
  }

  @Test
  void segmentsAreSpreadAndManifestsStayWithTheLock() throws IOException {
    load();
    int home = home();
    assertThat(files(home)).contains("lock").anyMatch(f -> f.startsWith("manifest-"));
    assertThat(files(1 - home)).allMatch(f -> f.startsWith("segment-") || f.equals("servers"));
    long here = files(0).stream().filter(f -> f.startsWith("segment-")).count();
    long there = files(1).stream().filter(f -> f.startsWith("segment-")).count();
    assertThat(Math.abs(here - there)).isLessThanOrEqualTo(1);
    assertThat(here).isPositive();

    try (SecondaryIndex index = Indexes.open(uri(), Access.WRITE)) {
      index.update(entries(2, ENTRIES));
      index.compact();
      assertThat(index.verify().problems()).isEmpty();
      assertThat(index.verify().entries()).isEqualTo(ENTRIES);
      assertThat(index.findAll(keys()).foundCount()).isEqualTo(1000);
    }
    // What was replaced has gone from both.
    assertThat(IntStream.range(0, 2).boxed().map(this::filesOf))
        .allSatisfy(files -> assertThat(files).noneMatch(f -> f.startsWith("segment-2-")));
    Indexes.drop(uri());
    assertThat(cluster.servers())
        .noneMatch(server -> Files.exists(server.dataDirectory().resolve("idx")));
    assertThat(Indexes.state(uri())).isEqualTo(IndexState.ABSENT);
  }

  private List<String> filesOf(int server) {
    try {
      return files(server);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aServerThatIsDownIsAnErrorAndNothingIsWrittenInItsAbsence() throws IOException {
    load();
    int home = home();
    try (SecondaryIndex index = Indexes.open(uri())) {
      end(1 - home);
      assertThatThrownBy(index::verify).isInstanceOf(TransientIndexException.class);
    }
    assertThatThrownBy(() -> Indexes.open(uri()))
        .isInstanceOf(TransientIndexException.class)
        .hasMessageContaining("it may be on " + port(1 - home));
    cluster.servers().get(1 - home).restart();
    cluster.awaitSubscriptions();
    try (SecondaryIndex index = Indexes.open(uri())) {
      cluster.servers().get(1 - home).kill();
      assertThatThrownBy(() -> index.findAll(keys())).isInstanceOf(TransientIndexException.class);
      cluster.servers().get(1 - home).restart();
      cluster.awaitSubscriptions();
      assertThat(index.findAll(keys()).foundCount()).isEqualTo(1000);
    }
    List<String> segments = files(1 - home);
    cluster.servers().get(home).kill();
    // To the other server's files, it looks as if an index had been dropped in part.
    assertThatThrownBy(() -> Indexes.open(uri())).isInstanceOf(TransientIndexException.class);
    assertThatThrownBy(() -> Indexes.state(uri())).isInstanceOf(TransientIndexException.class);
    assertThatThrownBy(() -> Indexes.create(uri(), KeyDomain.SIGNED))
        .isInstanceOf(TransientIndexException.class);
    assertThatThrownBy(() -> Indexes.drop(uri())).isInstanceOf(TransientIndexException.class);
    assertThat(files(1 - home)).isEqualTo(segments);
    cluster.servers().get(home).restart();
    cluster.awaitSubscriptions();
    try (SecondaryIndex index = Indexes.open(uri(), Access.WRITE)) {
      assertThat(index.findAll(keys()).foundCount()).isEqualTo(1000);
      index.update(entries(2, 10));
    }
  }

  /** Ends a data server for so long that the manager, which then names it no more, forgets it. */
  private void end(int server) throws IOException {
    cluster.servers().get(server).kill();
    cluster.manager().restart();
    try (XrootdClient client = new XrootdClient()) {
      await()
          .ignoreExceptions()
          .until(() -> client.dataServers(XrootdUrl.parse(cluster.url("idx"))).size() == 1);
    }
  }

  private String port(int server) {
    return "127.0.0.1:" + cluster.servers().get(server).port();
  }

  /** All that it has is at home: the lock and a manifest. */
  @Test
  void anEmptyIndexWhoseHomeIsAwayIsNotAbsent() throws IOException {
    Indexes.create(uri(), KeyDomain.SIGNED).close();
    int home = home();
    assertThat(files(1 - home)).containsExactly("servers");
    end(home);
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> Indexes.state(uri()),
            () -> Indexes.open(uri()),
            () -> Indexes.open(uri(), Access.WRITE),
            () -> Indexes.create(uri(), KeyDomain.SIGNED),
            () -> Indexes.drop(uri()))) {
      assertThatThrownBy(call)
          .isInstanceOf(TransientIndexException.class)
          .hasMessageContaining("the lock and the manifests are away, as on " + port(home));
    }
    assertThat(files(1 - home)).containsExactly("servers");
    cluster.servers().get(home).restart();
    cluster.awaitSubscriptions();
    loadTen();
    Indexes.drop(uri());
    assertThat(Indexes.state(uri())).isEqualTo(IndexState.ABSENT);
  }

  private void loadTen() {
    try (SecondaryIndex index = Indexes.open(uri(), Access.WRITE)) {
      index.load(entries(1, 10));
    }
  }

  /** What it has would come back with it, and be taken for what it is no longer. */
  @Test
  void nothingIsWrittenOrDroppedWhileAServerIsAway() throws IOException {
    Indexes.create(uri(), KeyDomain.SIGNED).close();
    int home = home();
    List<String> before = files(home);
    end(1 - home);
    try (SecondaryIndex index = Indexes.open(uri())) {
      assertThat(index.find(10)).isEmpty();
    }
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> Indexes.open(uri(), Access.WRITE), () -> Indexes.drop(uri()))) {
      assertThatThrownBy(call)
          .isInstanceOf(TransientIndexException.class)
          .hasMessageContaining(port(1 - home) + " may have files of this index")
          .hasMessageContaining("take its line out of");
    }
    assertThat(files(home)).isEqualTo(before);
    // It is gone for good.
    Path list = cluster.servers().get(home).dataDirectory().resolve("idx/servers");
    Files.writeString(list, port(home) + "\n");
    loadTen();
    cluster.servers().get(1 - home).restart();
    cluster.awaitSubscriptions();
    try (SecondaryIndex index = Indexes.open(uri(), Access.WRITE)) {
      assertThat(index.find(10)).isPresent();
      assertThat(Files.readAllLines(list)).containsExactlyInAnyOrder(port(0), port(1));
    }
  }

  @Test
  void aCopyIsNotWrittenToWhileTheHomeIsAway() throws IOException {
    load();
    int home = home();
    copy(home, 1 - home, name -> !name.equals("lock"));
    end(home);
    List<String> before = files(1 - home);
    try (SecondaryIndex index = Indexes.open(uri())) {
      assertThat(index.findAll(keys()).foundCount()).isEqualTo(1000);
    }
    assertThatThrownBy(() -> Indexes.open(uri(), Access.WRITE))
        .isInstanceOf(TransientIndexException.class)
        .hasMessageContaining(port(home) + " may have files of this index");
    assertThatThrownBy(() -> Indexes.drop(uri())).isInstanceOf(TransientIndexException.class);
    assertThat(files(1 - home)).isEqualTo(before);
  }

  @Test
  void aSegmentThatIsMissingIsAnErrorNotAnAbsence() throws IOException {
    load();
    int home = home();
    String segment = first(files(1 - home), "segment-").orElseThrow();
    Path file = cluster.servers().get(1 - home).dataDirectory().resolve("idx").resolve(segment);
    Path away = Files.move(file, directory.resolve("away"), StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> Indexes.open(uri()))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining(segment);
    // It has come back on another server, which the manager learns.
    Path there = cluster.servers().get(home).dataDirectory().resolve("idx").resolve(segment);
    Files.copy(away, there, StandardCopyOption.COPY_ATTRIBUTES);
    try (SecondaryIndex index = Indexes.open(uri())) {
      assertThat(index.findAll(keys()).foundCount()).isEqualTo(1000);
    }
  }

  @Test
  void ofTwoIndexesOfOneNameTheNewerIsReadAndNoneIsWritten() throws IOException {
    load();
    int home = home();
    for (int from = 0; from < 2; from++) {
      copy(from, 1 - from, name -> true);
    }
    // Written at one of the servers, the other has the older one.
    XrootdServer newer = cluster.servers().get(home);
    try (SecondaryIndex index =
        Indexes.open(uri().replace(cluster.url("idx"), newer.url("idx")), Access.WRITE)) {
      index.update(entries(2, ENTRIES));
    }
    assertThat(first(files(0), "manifest-")).isNotEqualTo(first(files(1), "manifest-"));
    try (SecondaryIndex index = Indexes.open(uri())) {
      assertThat(index.find(70).orElseThrow().chunkId()).isEqualTo(2);
      assertThat(index.verify().problems()).isEmpty();
    }
    assertThatThrownBy(() -> Indexes.open(uri(), Access.WRITE))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("there are two");
  }

  private void copy(int from, int to, Predicate<String> which) throws IOException {
    Path target = cluster.servers().get(to).dataDirectory().resolve("idx");
    for (String name : files(from)) {
      if (which.test(name) && !Files.exists(target.resolve(name))) {
        Files.copy(
            cluster.servers().get(from).dataDirectory().resolve("idx").resolve(name),
            target.resolve(name),
            StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  @Test
  void aLoadDuringWhichAServerDiesCanBeDoneAgain() throws IOException {
    try (SecondaryIndex index = Indexes.create(uri(), KeyDomain.SIGNED)) {
      int home = home();
      AtomicInteger reads = new AtomicInteger();
      SortedEntries input = entries(1, ENTRIES);
      EntrySource fatal =
          into -> {
            if (reads.incrementAndGet() == 10) {
              cluster.servers().get(1 - home).kill();
            }
            return input.read(into);
          };
      assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, fatal)))
          .isInstanceOf(TransientIndexException.class);
      cluster.servers().get(1 - home).restart();
      cluster.awaitSubscriptions();
    }
    try (SecondaryIndex index = Indexes.open(uri(), Access.WRITE)) {
      assertThat(index.load(entries(1, ENTRIES))).isEqualTo(ENTRIES);
      assertThat(index.verify().problems()).isEmpty();
    }
  }

  @Test
  void aWriterWhoseLockWasLostPublishesNothing() throws IOException {
    load();
    try (SecondaryIndex first = Indexes.open(uri(), Access.WRITE)) {
      cluster.servers().get(home()).restart();
      cluster.awaitSubscriptions();
      try (SecondaryIndex second = Indexes.open(uri(), Access.WRITE)) {
        second.update(entries(2, 10));
        assertThatThrownBy(() -> first.update(entries(3, 10)))
            .isInstanceOf(TransientIndexException.class)
            .hasMessageContaining("open the index again");
        assertThat(second.find(10).orElseThrow().chunkId()).isEqualTo(2);
      }
    }
    try (SecondaryIndex index = Indexes.open(uri())) {
      assertThat(index.find(10).orElseThrow().chunkId()).isEqualTo(2);
      assertThat(index.verify().problems()).isEmpty();
    }
  }
}

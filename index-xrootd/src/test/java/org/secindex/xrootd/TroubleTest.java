package org.secindex.xrootd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryCursor;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.TransientIndexException;
import org.secindex.testkit.XrootdServer;

/** A real server that stops, dies, comes back, and loses files. */
@Timeout(60)
class TroubleTest {
  private static final int ENTRIES = 100_000;

  @TempDir Path directory;
  private XrootdServer server;

  @BeforeEach
  void start() throws IOException {
    assertThat(XrootdServer.available()).isEmpty();
    server = XrootdServer.start(directory);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private String uri() {
    return server.url("idx") + "?segment-size=64k&connect-timeout=2s&timeout=5s";
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

  private SecondaryIndex loaded() {
    SecondaryIndex index = Indexes.create(uri(), KeyDomain.SIGNED);
    index.load(entries(1, ENTRIES));
    return index;
  }

  private static long[] keys() {
    long[] keys = new long[1000];
    Arrays.setAll(keys, i -> 10L * (ENTRIES / 1000) * i);
    return keys;
  }

  @Test
  void aServerThatIsDownIsAnErrorNotAnAbsence() {
    try (SecondaryIndex index = loaded()) {
      EntryCursor rows = index.scan(KeyRange.all());
      assertThat(rows.next()).isTrue();
      server.kill();
      assertThatThrownBy(() -> index.find(10)).isInstanceOf(TransientIndexException.class);
      assertThatThrownBy(() -> index.findAll(keys())).isInstanceOf(TransientIndexException.class);
      assertThatThrownBy(
              () -> {
                while (rows.next()) {
                  assertThat(rows.chunkId()).isEqualTo(1);
                }
              })
          .isInstanceOf(TransientIndexException.class)
          .hasMessageContaining("the last key delivered was");
      assertThatThrownBy(index::verify).isInstanceOf(TransientIndexException.class);
      assertThatThrownBy(() -> index.update(entries(2, 10)))
          .isInstanceOf(TransientIndexException.class);
      assertThatThrownBy(() -> Indexes.open(uri()))
          .isInstanceOf(TransientIndexException.class)
          .hasMessageContaining("127.0.0.1:" + server.port())
          .hasMessageContaining("see whether the server is running");
      assertThatThrownBy(() -> Indexes.state(uri())).isInstanceOf(TransientIndexException.class);
    }
  }

  @Test
  void aRestartBetweenTwoLookUpsIsNotNoticed() throws IOException {
    loaded().close();
    try (SecondaryIndex index = Indexes.open(uri())) {
      assertThat(index.find(10)).isPresent();
      server.restart();
      assertThat(index.find(20)).isPresent();
      server.restart();
      assertThat(index.findAll(keys()).foundCount()).isEqualTo(1000);
      server.restart();
      assertThat(index.verify().entries()).isEqualTo(ENTRIES);
    }
  }

  @Test
  void aServerThatDiesInMidBatchFailsTheBatchAndIsUsedAgainWhenItIsBack() throws IOException {
    loaded().close();
    try (SecondaryIndex index = Indexes.open(uri())) {
      CountDownLatch begun = new CountDownLatch(20);
      CompletableFuture<Integer> batches =
          CompletableFuture.supplyAsync(
              () -> {
                while (true) {
                  Lookup answers = index.findAll(keys());
                  assertThat(answers.foundCount()).isEqualTo(1000);
                  begun.countDown();
                }
              });
      awaitQuietly(begun);
      server.kill();
      assertThatThrownBy(batches::join).hasCauseInstanceOf(TransientIndexException.class);
      server.restart();
      assertThat(index.findAll(keys()).foundCount()).isEqualTo(1000);
      assertThat(index.find(10)).isPresent();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aWriterThatLostItsConnectionDoesNotGoOn() throws IOException {
    try (SecondaryIndex first = loaded()) {
      server.restart();
      try (SecondaryIndex second = Indexes.open(uri(), Access.WRITE)) {
        second.update(entries(2, 10));
        assertThatThrownBy(() -> first.update(entries(3, 10)))
            .isInstanceOf(TransientIndexException.class)
            .hasMessageContaining("open the index again");
        assertThatThrownBy(() -> first.remove(new long[] {10}))
            .isInstanceOf(TransientIndexException.class);
        assertThat(second.find(10).orElseThrow().chunkId()).isEqualTo(2);
        // What it has loaded it can still read.
        assertThat(first.find(10).orElseThrow().chunkId()).isEqualTo(1);
      }
    }
    try (SecondaryIndex third = Indexes.open(uri(), Access.WRITE)) {
      third.update(entries(3, 10));
      assertThat(third.find(10).orElseThrow().chunkId()).isEqualTo(3);
      assertThat(third.verify().problems()).isEmpty();
    }
  }

  @Test
  void aLoadThatLostItsConnectionLeavesAloneWhatAnotherWriterHasLoadedSince() {
    try (SecondaryIndex index = Indexes.create(uri(), KeyDomain.SIGNED)) {
      AtomicInteger reads = new AtomicInteger();
      SortedEntries input = entries(1, ENTRIES);
      EntrySource overtaken =
          into -> {
            if (reads.incrementAndGet() == 10) {
              restart();
              try (SecondaryIndex other = Indexes.open(uri(), Access.WRITE)) {
                other.load(entries(2, ENTRIES));
              }
            }
            return input.read(into);
          };
      assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, overtaken)))
          .isInstanceOf(TransientIndexException.class);
      assertThat(reads.get()).isGreaterThanOrEqualTo(10);
    }
    try (SecondaryIndex index = Indexes.open(uri())) {
      assertThat(index.find(10).orElseThrow().chunkId()).isEqualTo(2);
      assertThat(index.verify().entries()).isEqualTo(ENTRIES);
    }
  }

  private void restart() {
    try {
      server.restart();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anInterruptDoesNotKeepAnAnswerBackAndIsNotTakenForALostConnection() {
    try (SecondaryIndex index = loaded()) {
      Thread.currentThread().interrupt();
      assertThat(index.find(10)).isPresent();
      assertThat(index.find(11)).isEmpty();
      assertThat(index.findAll(keys()).foundCount()).isEqualTo(1000);
      assertThatThrownBy(() -> index.update(entries(2, 10)))
          .isInstanceOf(TransientIndexException.class)
          .hasMessageContaining("interrupted")
          .hasMessageNotContaining("lost");
      assertThat(Thread.interrupted()).as("interrupt is kept for the caller").isTrue();
      assertThat(index.update(entries(2, 10))).isEqualTo(10);
    }
  }

  @Test
  void anInterruptedLoadLeavesAnEmptyIndex() {
    try (SecondaryIndex index = Indexes.create(uri(), KeyDomain.SIGNED)) {
      SortedEntries input = entries(1, ENTRIES);
      EntrySource interrupting =
          into -> {
            Thread.currentThread().interrupt();
            return input.read(into);
          };
      assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, interrupting)))
          .isInstanceOf(TransientIndexException.class);
      assertThat(Thread.interrupted()).as("interrupt is kept for the caller").isTrue();
      assertThat(index.find(10)).isEmpty();
      assertThat(index.load(entries(1, ENTRIES))).isEqualTo(ENTRIES);
      assertThat(index.verify().problems()).isEmpty();
    }
  }

  @Test
  void aServerThatDiesInMidLoadLeavesAnIndexThatCanBeLoaded() throws IOException {
    try (SecondaryIndex index = Indexes.create(uri(), KeyDomain.SIGNED)) {
      AtomicInteger reads = new AtomicInteger();
      SortedEntries input = entries(1, ENTRIES);
      EntrySource fatal =
          into -> {
            if (reads.incrementAndGet() == 10) {
              server.kill();
            }
            return input.read(into);
          };
      assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, fatal)))
          .isInstanceOf(TransientIndexException.class);
      assertThat(reads.get()).isGreaterThanOrEqualTo(10);
    }
    server.restart();
    assertThat(Indexes.state(uri())).isEqualTo(IndexState.BUILDING);
    try (SecondaryIndex index = Indexes.open(uri(), Access.WRITE)) {
      assertThat(index.load(entries(1, ENTRIES))).isEqualTo(ENTRIES);
      assertThat(index.verify().problems()).isEmpty();
    }
  }

  @Test
  void aSegmentThatIsMissingOnTheServerIsAnErrorNotAnAbsence() throws IOException {
    loaded().close();
    try (SecondaryIndex index = Indexes.open(uri())) {
      Files.delete(server.dataDirectory().resolve("idx/segment-2-0"));
      // The server goes on serving a deleted file that somebody has open, but not its name.
      assertThat(index.verify().problems())
          .singleElement()
          .asString()
          .contains("segment-2-0: missing");
      server.restart();
      assertThatThrownBy(() -> Indexes.open(uri()))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining("segment-2-0: missing");
      assertThatThrownBy(() -> index.find(0))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("segment-2-0");
      assertThatThrownBy(() -> index.findAll(keys())).isInstanceOf(IndexException.class);
    }
  }

  @Test
  void aDirectoryThatTheServerMayNotWriteToIsNamed() throws IOException {
    Path closed =
        Files.createDirectory(
            server.dataDirectory().resolve("closed"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));
    assertThatThrownBy(() -> Indexes.create(server.url("closed"), KeyDomain.SIGNED))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("/store/closed");
    assertThatThrownBy(() -> Indexes.create(server.url("closed/idx"), KeyDomain.SIGNED))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("/store/closed/idx");
    assertThat(closed).isEmptyDirectory();
  }

  @Test
  void addressesThatCannotWorkAreRefused() {
    String host = "//127.0.0.1:" + server.port();
    assertThatThrownBy(() -> Indexes.open("roots:" + host + "//store/idx"))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("TLS, which the server does not offer");
    assertThatThrownBy(() -> Indexes.open("root:" + host + "/store/idx"))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("two slashes");
    assertThatThrownBy(() -> Indexes.open("root:" + host))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("no directory");
    assertThatThrownBy(() -> Indexes.open(server.url("idx") + "?timeout=0s&segment-size=1"))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("timeout")
        .hasMessageContaining("segment-size");
  }
}

package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.secindex.xrootd.client.Caught.failure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdServer;

/** Writing, locks, paths and closing on the reference server. */
class RealServerTest {
  private static final int SIZE = 8 << 20;

  @TempDir static Path directory;
  private static XrootdServer server;
  private static XrootdClient client;
  private static XrootdFile file;

  @BeforeAll
  static void start() throws IOException {
    Servers.require(XrootdServer.available());
    server = XrootdServer.start(directory);
    Pattern.write(server.dataDirectory().resolve("data"), 0, SIZE);
    client = new XrootdClient();
    file = client.open(url("data"), OpenMode.READ);
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) { // Else this machine has none.
      file.close();
      client.close();
      server.close();
    }
  }

  private static XrootdUrl url(String path) {
    return XrootdUrl.parse(server.url(path));
  }

  private static ByteBuffer text(String s) {
    return ByteBuffer.wrap(s.getBytes(StandardCharsets.UTF_8));
  }

  // ---- writing

  @Test
  void writesSyncsTruncatesAndReadsBack() throws IOException {
    XrootdUrl url = url("new/dir/written");
    try (XrootdFile f = client.open(url, OpenMode.CREATE)) {
      ByteBuffer data = Pattern.bytes(0, 5_000_000);
      f.write(0, data);
      assertThat(data.hasRemaining()).isFalse();
      f.write(5_000_000, ByteBuffer.allocate(0));
      f.write(7_000_000, Pattern.bytes(7_000_000, 10));
      assertThat(f.size()).isEqualTo(7_000_010);
      f.sync();
      ByteBuffer back = ByteBuffer.allocate(5_000_000);
      assertThat(f.read(0, back)).isEqualTo(5_000_000);
      Pattern.check(0, back);
      f.truncate(4_000_000);
      assertThat(f.size()).isEqualTo(4_000_000);
      assertThat(f.stat().size()).isEqualTo(4_000_000);
    }
    byte[] local = Files.readAllBytes(server.dataDirectory().resolve("new/dir/written"));
    assertThat(local).isEqualTo(Pattern.bytes(0, 4_000_000).array());

    try (XrootdFile f = client.open(url, OpenMode.UPDATE)) {
      assertThat(f.size()).isEqualTo(4_000_000);
      f.write(1, text("xyz"));
    }
    try (XrootdFile f = client.open(url, OpenMode.REPLACE)) {
      assertThat(f.size()).isZero();
    }
  }

  @Test
  void createsOnlyWhatDoesNotExist() {
    client.open(url("once"), OpenMode.CREATE).close();
    XrootdException e = failure(() -> client.open(url("once"), OpenMode.CREATE));
    assertThat(e.isExists()).isTrue();
    assertThat(e.code()).isEqualTo(3018);
    assertThat(e).hasMessageStartingWith("open /store/once at 127.0.0.1:" + server.port());
  }

  @Test
  void writesOnlyToFilesOpenForIt() {
    assertThatThrownBy(() -> file.write(0, text("x")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("open for reading only");
  }

  /** The lock of the reference server: one writer and no reader, or any number of readers. */
  @Test
  void letsInOneWriterOrManyReaders() {
    client.open(url("locked"), OpenMode.CREATE).close();
    try (XrootdClient other = new XrootdClient()) {
      for (XrootdClient second : List.of(client, other)) {
        try (XrootdFile writer = client.open(url("locked"), OpenMode.UPDATE)) {
          for (OpenMode mode : List.of(OpenMode.UPDATE, OpenMode.REPLACE, OpenMode.READ)) {
            assertThat(failure(() -> second.open(url("locked"), mode)).isLocked()).isTrue();
          }
          writer.sync();
        }
        try (XrootdFile reader = client.open(url("locked"), OpenMode.READ)) {
          second.open(url("locked"), OpenMode.READ).close();
          for (OpenMode mode : List.of(OpenMode.UPDATE, OpenMode.REPLACE)) {
            assertThat(failure(() -> second.open(url("locked"), mode)).isLocked()).isTrue();
          }
          assertThat(reader.size()).isZero();
        }
      }
    }
  }

  @Test
  void losesTheLockWithTheConnection() {
    XrootdClient other = new XrootdClient();
    other.open(url("orphan"), OpenMode.CREATE);
    other.close();
    await().untilAsserted(() -> client.open(url("orphan"), OpenMode.UPDATE).close());
  }

  // ---- paths

  @Test
  void tellsAboutPaths() {
    StatInfo data = client.stat(url("data"));
    assertThat(data.isFile()).isTrue();
    assertThat(data.size()).isEqualTo(SIZE);
    assertThat(client.stat(url("")).isDirectory()).isTrue();
    assertThat(failure(() -> client.stat(url("absent"))).isNotFound()).isTrue();
    assertThat(failure(() -> client.open(url("absent"), OpenMode.READ)).isNotFound()).isTrue();
    XrootdException hidden = failure(() -> client.stat(url("data").withPath("/elsewhere/data")));
    assertThat(hidden.error()).isEqualTo(XrootdError.NOT_AUTHORIZED);
    assertThat(failure(() -> client.open(url(""), OpenMode.READ)).error())
        .isEqualTo(XrootdError.IS_DIRECTORY);
  }

  @Test
  void listsDirectories() throws IOException {
    client.mkdir(url("list/empty"));
    assertThat(client.list(url("list/empty"))).isEmpty();
    for (int i = 0; i < 600; i++) {
      Files.writeString(
          server.dataDirectory().resolve("list").resolve("a file of some length " + i),
          "x".repeat(i));
    }
    List<DirEntry> entries = client.list(url("list"));
    assertThat(entries).hasSize(601);
    assertThat(entries)
        .filteredOn(e -> e.stat().isFile())
        .allMatch(
            e ->
                e.stat().size()
                    == Long.parseLong(e.name().substring("a file of some length ".length())));
    assertThat(entries).filteredOn(e -> e.stat().isDirectory()).hasSize(1);
    assertThat(failure(() -> client.list(url("no such"))).isNotFound()).isTrue();
  }

  @Test
  void makesRenamesAndRemoves() throws IOException {
    client.mkdir(url("tree/a/b"));
    client.mkdir(url("tree/a/b"));
    Path local = server.dataDirectory().resolve("tree");
    try (XrootdFile f = client.open(url("tree/a/b/one file"), OpenMode.CREATE)) {
      f.write(0, text("first"));
    }
    try (XrootdFile f = client.open(url("tree/other file"), OpenMode.CREATE)) {
      f.write(0, text("second"));
    }
    client.rename(url("tree/a/b/one file"), url("tree/other file"));
    assertThat(local.resolve("other file")).hasContent("first");
    assertThat(local.resolve("a/b/one file")).doesNotExist();
    assertThat(failure(() -> client.rename(url("tree/gone"), url("tree/x"))).isNotFound()).isTrue();
    client.remove(url("tree/other file"));
    assertThat(failure(() -> client.remove(url("tree/other file"))).isNotFound()).isTrue();
    assertThat(failure(() -> client.removeDirectory(url("tree/a"))).error())
        .isIn(XrootdError.FS_ERROR, XrootdError.EXISTS);
    client.removeDirectory(url("tree/a/b"));
    assertThat(local.resolve("a/b")).doesNotExist();
  }

  @Test
  void asksForConfigurationAndSignsOfLife() {
    assertThat(client.queryConfig(url(""), "readv_iov_max", "nonsense", "readv_ior_max"))
        .containsEntry("readv_iov_max", "1024")
        .containsEntry("readv_ior_max", "2097136")
        .doesNotContainKey("nonsense");
    // A key that the server answers with nothing at all.
    assertThat(client.queryConfig(url(""), "vnid").values()).allMatch(String::isEmpty);
    client.ping(url(""));
  }

  // ---- closing

  @Test
  void refusesClosedFilesAndClients() {
    XrootdFile f = client.open(url("data"), OpenMode.READ);
    f.close();
    f.close();
    assertThatThrownBy(() -> f.read(0, ByteBuffer.allocate(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is closed");
    XrootdClient other = new XrootdClient();
    XrootdFile g = other.open(url("data"), OpenMode.READ);
    other.close();
    other.close();
    assertThat(failure(() -> g.read(0, ByteBuffer.allocate(1))).error())
        .isEqualTo(XrootdError.CLIENT_CLOSED);
    assertThat(failure(() -> other.stat(url("data"))).error()).isEqualTo(XrootdError.CLIENT_CLOSED);
  }

  @Test
  void restoresTheInterruptStatus() {
    Thread.currentThread().interrupt();
    XrootdException e = failure(() -> file.read(0, ByteBuffer.allocate(SIZE)));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(e.error()).isEqualTo(XrootdError.CANCELLED);
  }

  @Test
  void leavesNoLockBehindWhenOpeningIsInterrupted() {
    Thread.currentThread().interrupt();
    try {
      client.open(url("interrupted"), OpenMode.CREATE).close();
    } catch (XrootdException e) {
      assertThat(e.error()).isEqualTo(XrootdError.CANCELLED);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    await().untilAsserted(() -> client.open(url("interrupted"), OpenMode.UPDATE).close());
  }

  /** Else a writer who was interrupted once could never publish again. */
  @Test
  void leavesNoLockBehindWhenOpeningBesideIsInterrupted() {
    try (XrootdFile lock = client.open(url("lock"), OpenMode.CREATE)) {
      for (int i = 0; i < 20; i++) {
        Thread.currentThread().interrupt();
        try {
          lock.openBeside("/store/beside", OpenMode.REPLACE).close();
        } catch (XrootdException e) {
          assertThat(e.error()).isEqualTo(XrootdError.CANCELLED);
        } finally {
          assertThat(Thread.interrupted()).isTrue();
        }
        await().untilAsserted(() -> lock.openBeside("/store/beside", OpenMode.REPLACE).close());
      }
    }
  }

  @Test
  void anInterruptIsNoReasonForAClosingToFail() {
    XrootdFile f = client.open(url("data"), OpenMode.READ);
    Thread.currentThread().interrupt();
    f.close();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void endsEveryRequestWhenTheClientIsClosed() throws Exception {
    for (int round = 0; round < 20; round++) {
      XrootdClient other = new XrootdClient();
      XrootdFile f = other.open(url("data"), OpenMode.READ);
      ExecutorService threads = Executors.newFixedThreadPool(4);
      List<Future<XrootdException>> ends = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        ends.add(
            threads.submit(
                () ->
                    failure(
                        () -> {
                          while (true) {
                            f.read(0, ByteBuffer.allocate(100_000));
                          }
                        })));
      }
      f.read(0, ByteBuffer.allocate(100_000));
      other.close();
      for (Future<XrootdException> end : ends) {
        assertThat(end.get(20, TimeUnit.SECONDS).error()).isEqualTo(XrootdError.CLIENT_CLOSED);
      }
      threads.shutdown();
    }
  }

  @Test
  void refusesToBlockInACallback() {
    CompletableFuture<Integer> nested =
        file.readAsync(0, ByteBuffer.allocate(10))
            .thenApply(n -> file.read(0, ByteBuffer.allocate(10)));
    // The first read may be over before the callback is added, which then runs here.
    assertThat(nested.handle((n, e) -> e == null ? "" : String.valueOf(e.getCause())).join())
        .satisfiesAnyOf(
            m -> assertThat(m).isEmpty(), m -> assertThat(m).contains("would wait for itself"));
  }
}

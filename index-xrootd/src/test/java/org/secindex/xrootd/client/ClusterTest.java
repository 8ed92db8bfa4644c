package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.secindex.xrootd.client.Caught.failure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdCluster;
import org.secindex.testkit.XrootdServer;

/** A real manager with two data servers, each with its own files; and servers that die or hang. */
@Timeout(90)
class ClusterTest {
  private static final int LENGTH = 100_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(6);

  private final XrootdClient client =
      new XrootdClient(
          XrootdOptions.defaults()
              .withRequestTimeout(TIMEOUT)
              .withConnectTimeout(Duration.ofSeconds(1)));

  @TempDir Path directory;
  private XrootdCluster cluster;

  @BeforeEach
  void start() throws IOException {
    Servers.require(XrootdCluster.available());
    cluster = XrootdCluster.start(directory, 2);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    cluster.close();
  }

  private XrootdUrl url(String path) {
    return XrootdUrl.parse(cluster.url(path));
  }

  private Path place(int server, String path) {
    return cluster.servers().get(server).dataDirectory().resolve(path);
  }

  private void put(int server, String path) throws IOException {
    Path file = place(server, path);
    Path parent = Objects.requireNonNull(file.getParent());
    Files.createDirectories(parent);
    // For the user that the server runs as.
    Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxrwxrwx"));
    Pattern.write(file, 0, LENGTH);
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_000_000_000)));
  }

  private static void check(XrootdFile file, long offset) {
    ByteBuffer b = ByteBuffer.allocate(1000);
    assertThat(file.read(offset, b)).isEqualTo(1000);
    Pattern.check(offset, b);
  }

  private XrootdServer serverOf(XrootdFile file) {
    return cluster.servers().stream()
        .filter(server -> file.server().endsWith(":" + server.port()))
        .findAny()
        .orElseThrow();
  }

  @Test
  void findsAndChangesFilesWhereverTheyAre() throws IOException {
    put(0, "d/a");
    put(1, "d/b");
    put(0, "d/both");
    put(1, "d/both");
    List<XrootdUrl> servers = client.dataServers(url("d"));
    assertThat(servers)
        .extracting(XrootdUrl::port)
        .containsExactlyInAnyOrder(
            cluster.servers().get(0).port(), cluster.servers().get(1).port());
    assertThat(client.dataServers(servers.get(0))).containsExactly(servers.get(0));
    assertThat(client.list(url("d")))
        .extracting(DirEntry::name)
        .containsExactlyInAnyOrder("a", "b", "both");
    assertThat(client.locate(url("d/both"), false)).hasSize(2);
    assertThat(client.locate(url("d/b"), true))
        .extracting(XrootdUrl::port)
        .containsExactly(cluster.servers().get(1).port());
    assertThat(client.stat(url("d/b")).size()).isEqualTo(LENGTH);
    assertThat(client.stat(url("d")).isDirectory()).isTrue();

    client.rename(url("d/b"), url("d/c"));
    assertThat(place(1, "d/c")).exists();
    client.remove(url("d/c"));
    assertThat(place(1, "d/c")).doesNotExist();
    client.remove(url("d/both"));
    assertThat(List.of(place(0, "d/both"), place(1, "d/both"))).noneMatch(Files::exists);
    assertThat(failure(() -> client.remove(url("d/both"))).isNotFound()).isTrue();
    client.mkdir(url("new"));
    assertThat(List.of(place(0, "new"), place(1, "new"))).anyMatch(Files::isDirectory);
    try (XrootdFile f = client.open(url("new/f"), OpenMode.CREATE)) {
      f.write(0, Pattern.bytes(0, 10));
    }
    assertThat(client.list(url("new"))).extracting(DirEntry::name).containsExactly("f");
    assertThat(failure(() -> client.open(url("d/a"), OpenMode.CREATE)).isExists()).isTrue();
  }

  @Test
  void notFoundIsAskedOnceMoreSinceAManagerRemembersIt() throws IOException {
    assertThat(failure(() -> client.list(url("nowhere"))).isNotFound()).isTrue();
    assertThat(failure(() -> client.open(url("d/late"), OpenMode.READ)).isNotFound()).isTrue();
    assertThat(failure(() -> client.stat(url("d/later"))).isNotFound()).isTrue();
    put(1, "d/late");
    put(0, "d/later");
    try (XrootdFile file = client.open(url("d/late"), OpenMode.READ)) {
      check(file, 0);
    }
    assertThat(client.stat(url("d/later")).size()).isEqualTo(LENGTH);
    // And what it remembers of files that have gone elsewhere.
    Files.delete(place(1, "d/late"));
    put(0, "d/late");
    try (XrootdFile file = client.open(url("d/late"), OpenMode.READ)) {
      check(file, 0);
      assertThat(serverOf(file)).isEqualTo(cluster.servers().get(0));
    }
  }

  @Test
  void anIncompleteListingFails() throws IOException {
    put(0, "d/a");
    put(1, "d/b");
    cluster.servers().get(1).pause();
    assertThat(failure(() -> client.list(url("d"))).isTransient()).isTrue();
    cluster.servers().get(1).resume();
    assertThat(client.list(url("d"))).hasSize(2);
  }

  @Test
  void aFileThatIsOpenBesideALostOneIsLost() throws IOException {
    put(0, "d/lock");
    put(0, "d/from");
    XrootdUrl place =
        client.dataServers(url("d/lock")).stream()
            .filter(u -> u.port() == cluster.servers().get(0).port())
            .findAny()
            .orElseThrow();
    Files.setPosixFilePermissions(place(0, "d/lock"), PosixFilePermissions.fromString("rw-rw-rw-"));
    XrootdFile lock = client.open(place, OpenMode.UPDATE);
    try (XrootdFile beside = lock.openBeside("/store/d/new", OpenMode.REPLACE)) {
      beside.write(0, Pattern.bytes(0, 10));
    }
    lock.renameBeside("/store/d/new", "/store/d/new2");
    assertThat(place(0, "d/new2")).hasSize(10);
    cluster.servers().get(0).restart();
    cluster.awaitSubscriptions();
    assertThat(client.stat(place).size()).isEqualTo(LENGTH);
    assertThat(failure(() -> lock.renameBeside("/store/d/new2", "/store/d/new3")).error())
        .isEqualTo(XrootdError.CONNECTION_LOST);
    assertThat(failure(() -> lock.openBeside("/store/d/x", OpenMode.REPLACE)).error())
        .isEqualTo(XrootdError.CONNECTION_LOST);
    assertThat(place(0, "d/new2")).exists();
    assertThat(place(0, "d/x")).doesNotExist();
  }

  @Test
  void readsOnAtTheOtherServerWhenOneDies() throws IOException {
    put(0, "d/f");
    put(1, "d/f");
    try (XrootdFile file = client.open(url("d/f"), OpenMode.READ)) {
      check(file, 5);
      Set<String> used = new HashSet<>();
      for (int i = 0; i < 4; i++) {
        used.add(file.server());
        XrootdServer server = serverOf(file);
        server.kill();
        check(file, i);
        assertThat(serverOf(file)).isNotEqualTo(server);
        server.restart();
        cluster.awaitSubscriptions();
      }
      assertThat(used).hasSize(2);
      // Without the manager, too, as long as the server is there.
      cluster.manager().kill();
      check(file, 7);
      serverOf(file).restart();
      check(file, 8);
      cluster.manager().restart();
    }
  }

  @Test
  void readsAtTheOtherServerWhenOneHangs() throws IOException {
    put(0, "d/f");
    put(1, "d/f");
    put(0, "d/alone0");
    put(1, "d/alone1");
    try (XrootdFile file = client.open(url("d/f"), OpenMode.READ);
        XrootdFile alone =
            client.open(
                url(serverOf(file) == cluster.servers().get(0) ? "d/alone0" : "d/alone1"),
                OpenMode.READ)) {
      check(file, 5);
      XrootdServer hung = serverOf(file);
      hung.pause();
      long start = System.nanoTime();
      check(file, 6);
      assertThat(serverOf(file)).isNotEqualTo(hung);
      assertThat(System.nanoTime() - start).isLessThan(TIMEOUT.toNanos());
      // Nobody else has this one.
      start = System.nanoTime();
      assertThat(failure(() -> check(alone, 7)).isTransient()).isTrue();
      assertThat(System.nanoTime() - start)
          .isLessThan(TIMEOUT.toNanos() + TimeUnit.SECONDS.toNanos(2));
      hung.resume();
      check(alone, 8);
      check(file, 9);
    }
  }

  @Test
  void anotherFileOfThatNameIsNotReadOn() throws IOException {
    put(0, "d/f");
    put(1, "d/f");
    Files.setLastModifiedTime(place(1, "d/f"), FileTime.from(Instant.ofEpochSecond(2_000_000)));
    try (XrootdFile file = client.open(url("d/f"), OpenMode.READ)) {
      check(file, 5);
      serverOf(file).kill();
      assertThat(failure(() -> check(file, 6)).error()).isEqualTo(XrootdError.FILE_CHANGED);
    }
  }
}

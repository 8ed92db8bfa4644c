package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.secindex.xrootd.client.Caught.failure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.testkit.Seed;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdServer;

/** Reads and vector reads of the reference server. */
class ReadingTest {
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

  @Test
  void knowsTheSizeFromOpening() {
    assertThat(file.size()).isEqualTo(SIZE);
    assertThat(file.stat().size()).isEqualTo(SIZE);
    assertThat(file.server()).isEqualTo("127.0.0.1:" + server.port());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4096, 65_537, 2_097_151, 2_097_152, 2_097_153, 5_000_000, SIZE})
  void readsAnyLength(int length) {
    ByteBuffer b = ByteBuffer.allocateDirect(length);
    assertThat(file.read(0, b)).isEqualTo(length);
    assertThat(b.remaining()).isZero();
    Pattern.check(0, b);
  }

  @Test
  void readsShortAtTheEndAndNothingPastIt() {
    ByteBuffer across = ByteBuffer.allocate(100).position(10);
    assertThat(file.read(SIZE - 7, across)).isEqualTo(7);
    assertThat(across.position()).isEqualTo(17);
    assertThat(across.limit()).isEqualTo(100);
    assertThat(across.get(10)).isEqualTo(Pattern.at(SIZE - 7));

    assertThat(file.read(SIZE, ByteBuffer.allocate(5))).isZero();
    assertThat(file.read(SIZE + 1_000_000L, ByteBuffer.allocate(5))).isZero();
    assertThat(file.read(0, ByteBuffer.allocate(0))).isZero();

    ByteBuffer large = ByteBuffer.allocate(3 * SIZE);
    assertThat(file.read(3, large)).isEqualTo(SIZE - 3);
    Pattern.check(3, large);
  }

  @Test
  void readsPastTwoGigabytes() throws IOException {
    long far = (1L << 31) + 4096;
    Pattern.write(server.dataDirectory().resolve("sparse"), far, 1 << 20);
    try (XrootdFile sparse = client.open(url("sparse"), OpenMode.READ)) {
      ByteBuffer b = ByteBuffer.allocate(5000);
      assertThat(sparse.read(far + 17, b)).isEqualTo(5000);
      Pattern.check(far + 17, b);
      ByteBuffer[] two = {ByteBuffer.allocate(100), ByteBuffer.allocate(100)};
      sparse.readv(new long[] {far + 1000, far - 100}, two);
      Pattern.check(far + 1000, two[0]);
      assertThat(two[1].array()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1023, 1024, 1025, 5000})
  void readsVectorsOfAnyCount(int count) {
    SplittableRandom random = Seed.forTest("readv " + count).random();
    long[] offsets = new long[count];
    ByteBuffer[] into = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      into[i] = ByteBuffer.allocate(random.nextInt(3000));
      offsets[i] = random.nextInt(SIZE - 3000);
    }
    file.readv(offsets, into);
    for (int i = 0; i < count; i++) {
      assertThat(into[i].hasRemaining()).isFalse();
      Pattern.check(offsets[i], into[i]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2_097_136, 2_097_137, 2_097_152, 6_000_000})
  void readsVectorElementsAroundAndOverTheServersLimit(int length) {
    long[] offsets = {5, 1, SIZE - length, 1};
    ByteBuffer[] into = new ByteBuffer[4];
    Arrays.setAll(into, i -> ByteBuffer.allocate(i == 1 ? 10 : length));
    file.readv(offsets, into);
    for (int i = 0; i < 4; i++) {
      assertThat(into[i].hasRemaining()).isFalse();
      Pattern.check(offsets[i], into[i]);
    }
  }

  @Test
  void refusesVectorsPastTheEnd() {
    ByteBuffer[] into = {ByteBuffer.allocate(10), ByteBuffer.allocate(11)};
    XrootdException e = failure(() -> file.readv(new long[] {0, SIZE - 10}, into));
    assertThat(e.error()).isEqualTo(XrootdError.PAST_END);
    assertThat(e).hasMessageContaining("up to byte " + (SIZE + 1) + " of a file of " + SIZE);
    assertThat(into[0].position()).isZero();
  }

  @Test
  void seesThatAFileHasGrown() throws IOException {
    Path path = server.dataDirectory().resolve("growing");
    Pattern.write(path, 0, 10);
    try (XrootdFile growing = client.open(url("growing"), OpenMode.READ)) {
      Pattern.write(path, 10, 90);
      ByteBuffer[] into = {ByteBuffer.allocate(50)};
      growing.readv(new long[] {50}, into);
      Pattern.check(50, into[0]);
      assertThat(growing.size()).isEqualTo(100);
    }
  }

  @Test
  void servesManyThreadsOnOneFile() throws Exception {
    long seed = Seed.forTest("threads").value();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        SplittableRandom random = new SplittableRandom(seed + t);
        ends.add(
            threads.submit(
                () -> {
                  ByteBuffer b = ByteBuffer.allocate(4096);
                  for (int i = 0; i < 2000; i++) {
                    long offset = random.nextInt(SIZE - 4096);
                    b.clear().limit(1 + random.nextInt(4096));
                    assertThat(file.read(offset, b)).isEqualTo(b.limit());
                    Pattern.check(offset, b);
                  }
                }));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void keepsThousandsOfReadsInFlight() {
    int count = 20_000;
    SplittableRandom random = Seed.forTest("in flight").random();
    ByteBuffer[] into = new ByteBuffer[count];
    long[] offsets = new long[count];
    CompletableFuture<?>[] ends = new CompletableFuture<?>[count];
    for (int i = 0; i < count; i++) {
      into[i] = ByteBuffer.allocate(100);
      offsets[i] = random.nextInt(SIZE - 100);
      ends[i] = file.readAsync(offsets[i], into[i]);
    }
    CompletableFuture.allOf(ends).join();
    for (int i = 0; i < count; i++) {
      assertThat(into[i].hasRemaining()).isFalse();
      Pattern.check(offsets[i], into[i]);
    }
  }
}

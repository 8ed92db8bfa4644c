package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.testkit.MariaDbServer;
import org.secindex.testkit.Seed;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdServer;

/**
 * Loads in processes of their own, killed ({@code kill -9}) and interrupted (Ctrl-C) at random
 * instants, and loads that fail, on all backends. {@code -Dsecindex.kills=N} makes N rounds a
 * backend.
 */
class KilledLoadsTest {
  private static final int ROUNDS = Integer.getInteger("secindex.kills", 3);
  private static final int ROWS = 200_000;

  enum Backend {
    FILE,
    ROCKSDB,
    MYSQL,
    XROOTD
  }

  /** What was sent, and how the process ended. */
  private record Ending(boolean killed, int code, String err) {}

  @TempDir static Path dir;
  private static String rows;
  private static String old;
  private static MariaDbServer mariaDb;
  private static XrootdServer xrootd;
  private static Path password;
  private static int indexes;

  @BeforeAll
  static void writeFilesAndStartServers() throws IOException {
    Servers.require(MariaDbServer.available());
    Servers.require(XrootdServer.available());
    StringBuilder text = new StringBuilder();
    new SplittableRandom(5)
        .longs(ROWS, 0, Long.MAX_VALUE)
        .forEach(key -> text.append(key).append('\t').append(key >>> 45).append("\t3\n"));
    rows = Files.writeString(dir.resolve("rows.tsv"), text).toString();
    old = Files.writeString(dir.resolve("old.tsv"), "-1\t1\t1\n-2\t2\t2\n").toString();
    mariaDb =
        MariaDbServer.start(
            dir.resolve("mariadb"), new MariaDbServer.Settings(128L << 20, true, List.of()));
    mariaDb.createDatabase("sky");
    password = Files.writeString(dir.resolve("password"), mariaDb.password() + "\n");
    xrootd = XrootdServer.start(dir.resolve("xrootd"));
  }

  @AfterAll
  static void stopServers() throws IOException {
    mariaDb.close();
    xrootd.close();
  }

  private static String newUri(Backend backend) {
    String name = "index" + indexes++;
    return switch (backend) {
      case FILE, ROCKSDB -> backend.name().toLowerCase(Locale.ROOT) + ":" + dir.resolve(name);
      case MYSQL ->
          String.format(
              Locale.ROOT,
              "mysql://%s@127.0.0.1:%d/sky/%s?password-file=%s",
              mariaDb.user(),
              mariaDb.port(),
              name,
              password);
      case XROOTD -> xrootd.url(name);
    };
  }

  @ParameterizedTest
  @EnumSource
  void leaveTheOldOrTheNewAndCanBeDoneAgain(Backend backend) throws Exception {
    Seed seed = Seed.forTest("KilledLoadsTest " + backend);
    SplittableRandom random = seed.random();
    Path temp = Files.createDirectory(dir.resolve("temp-" + backend));
    long start = System.nanoTime();
    Ending undisturbed = load(newUri(backend), temp, false, Long.MAX_VALUE, false);
    long whole = (System.nanoTime() - start) / 1_000_000;
    assertThat(undisturbed.code).as(undisturbed.err).isZero();
    for (int round = 0; round < ROUNDS; round++) {
      boolean kill = round % 2 == 0;
      boolean replace = random.nextBoolean();
      String uri = newUri(backend);
      if (replace) {
        assertThat(Run.of("load", uri, old).code()).isZero();
      }
      long instant = random.nextLong(whole / 4, whole);
      Ending end = load(uri, temp, replace, instant, kill);
      String what =
          "%s, round %d after %d ms, replace %s: %s".formatted(seed, round, instant, replace, end);
      assertThat(temp).as(what).isEmptyDirectory();
      checkState(uri, replace, end, what);
      loadAgain(uri);
    }
  }

  /** Nothing stays where nothing stood, and an empty index is one still. */
  @ParameterizedTest
  @EnumSource
  void thatFailLeaveWhatWasThere(Backend backend) throws IOException {
    String bad = Files.writeString(dir.resolve("bad.tsv"), "1\t1\t1\n2\tx\t1\n").toString();
    String last = "9223372036854775807\t1\t";
    String conflict =
        Files.writeString(dir.resolve("conflict.tsv"), last + "1\n" + last + "2\n").toString();
    String uri = newUri(backend);
    Run refused = Run.of("load", uri, rows, bad);
    assertThat(refused.err()).contains(bad + ":2:2: chunk 'x'");
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.ABSENT);
    Run rejected = Run.of("load", uri, rows, conflict);
    assertThat(rejected.err()).contains("comes twice: " + conflict + ":1").hasLineCount(1);
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.ABSENT);

    Indexes.create(uri, KeyDomain.SIGNED).close();
    assertThat(Run.of("load", uri, rows, conflict).code()).isEqualTo(1);
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.READY);
    assertThat(Run.of("scan", uri, "--all")).isEqualTo(new Run(0, "", ""));
    assertThat(Run.of("load", uri, rows).code()).isZero();
    assertHolds(uri, rows, "loaded after failures");
  }

  private Ending load(String uri, Path temp, boolean replace, long millis, boolean kill)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    // Whoever runs the tests in the background may have SIGINT ignored, which is inherited.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("load", uri, rows, "--memory", "1m", "--temp", temp.toString()));
    if (replace) {
      command.add("--replace");
    }
    Path err = dir.resolve("err");
    Process process = new ProcessBuilder(command).redirectError(err.toFile()).start();
    try {
      if (!process.waitFor(Math.min(millis, 120_000), TimeUnit.MILLISECONDS)) {
        String signal = kill ? "-KILL" : "-INT";
        new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
      }
      assertThat(process.waitFor(90, TimeUnit.SECONDS)).as("ends").isTrue();
      return new Ending(kill, process.exitValue(), Files.readString(err));
    } finally {
      process.destroyForcibly();
    }
  }

  private void checkState(String uri, boolean replace, Ending end, String what) {
    IndexState state = Indexes.state(uri);
    assertThat(end.code).as(what).isIn(0, end.killed ? 137 : 130);
    if (end.code == 0 || end.err.contains("is complete")) {
      assertHolds(uri, rows, what);
    } else if (end.err.contains("is as it was")) {
      assertUnchanged(uri, replace, what);
    } else if (end.err.contains("is gone")) {
      assertThat(replace).as(what).isTrue();
      assertThat(state).as(what).isEqualTo(IndexState.ABSENT);
    } else if (!end.killed) {
      // Interrupted before it could say a word.
      assertThat(end.err).as(what).isEmpty();
      assertUnchanged(uri, replace, what);
    } else if (state == IndexState.READY) {
      assertEitherHolds(uri, replace, what);
    } else {
      assertThat(Run.of("get", uri, "-1").code()).as(what).isEqualTo(1);
    }
  }

  private void assertUnchanged(String uri, boolean replace, String what) {
    if (replace) {
      assertHolds(uri, old, what);
    } else {
      assertThat(Indexes.state(uri)).as(what).isEqualTo(IndexState.ABSENT);
    }
  }

  private void assertHolds(String uri, String file, String what) {
    Run verify = Run.of("verify", uri, "--against", file);
    assertThat(verify.code()).as("%s: %s", what, verify).isZero();
  }

  /** The old, nothing, or the new, and that whole. */
  private void assertEitherHolds(String uri, boolean replace, String what) {
    long entries = Run.of("scan", uri, "--all").out().lines().count();
    assertThat(entries).as(what).isIn(0L, replace ? 2L : 0L, (long) ROWS);
    if (entries > 0) {
      assertHolds(uri, entries == ROWS ? rows : old, what);
    }
  }

  private void loadAgain(String uri) {
    // A server may take a while to notice that the process is gone.
    Awaitility.await("the dead writer's lock is free")
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              Run again = Run.of("load", uri, rows, "--replace");
              assertThat(again.code()).as(again.err()).isZero();
            });
    assertHolds(uri, rows, "loaded again");
  }
}

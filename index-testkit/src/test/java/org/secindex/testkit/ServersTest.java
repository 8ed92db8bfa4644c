package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class ServersTest {
  @TempDir Path directory;

  @Test
  void aTestWithoutItsServerIsAbortedHereAndFailsInCi() {
    Optional<String> reason = Optional.of("no server (said by the test of Servers itself)");
    assertThatThrownBy(() -> Servers.require(reason, false))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("no server");
    assertThatThrownBy(() -> Servers.require(reason, true))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("no server");
    assertThatCode(() -> Servers.require(Optional.empty(), true)).doesNotThrowAnyException();
  }

  @Test
  void claimedPortsDifferAndAreFreeToListenOn() throws IOException {
    Set<Integer> numbers = new HashSet<>();
    List<FreePort> ports = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      ports.add(FreePort.claim());
    }
    for (FreePort port : ports) {
      numbers.add(port.number());
      new ServerSocket(port.number()).close();
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port.number());
      assertThatThrownBy(() -> new DatagramSocket(address))
          .as("a second claim")
          .isInstanceOf(IOException.class);
      port.close();
      new DatagramSocket(address).close();
    }
    assertThat(numbers).hasSize(100);
  }

  @Test
  void anotherPortIsTriedWhenOneIsTaken() throws IOException {
    AtomicInteger starts = new AtomicInteger();
    List<Integer> ports = new ArrayList<>();
    try (ServerProcess server =
        ServerProcess.start(
            shell(
                port -> {
                  ports.add(port);
                  return starts.incrementAndGet() < 3
                      ? "echo port taken; exit 1"
                      : "echo ready; exec sleep 60";
                },
                Duration.ofSeconds(20)))) {
      assertThat(ports).hasSize(3).last().isEqualTo(server.port());
      assertThat(server.pids()).hasSize(1);
    }
  }

  @Test
  void aServerThatEndsAtOnceIsReportedWithItsLastWords() {
    assertThatThrownBy(
            () ->
                ServerProcess.start(
                    shell(port -> "echo no disk left; exit 7", Duration.ofSeconds(20))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("exit code 7")
        .hasMessageContaining("no disk left")
        .hasMessageContaining(directory.resolve("log").toString());
  }

  @Test
  void aServerThatIsNeverReadyIsKilled() throws IOException {
    assertThatThrownBy(
            () ->
                ServerProcess.start(
                    shell(port -> "echo $$ > pid; exec sleep 60", Duration.ofMillis(300))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not ready");
    long pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void aServerThatDoesNotStopIsKilledAndReported() throws IOException {
    ServerProcess server =
        ServerProcess.start(
            shell(
                port -> "trap '' TERM; echo ready; while :; do sleep 0.1; done",
                Duration.ofSeconds(20)));
    long pid = server.pids().get(0);
    assertThatThrownBy(server::close)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("process " + pid)
        .hasMessageContaining("did not stop");
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  private interface Script {
    String at(int port);
  }

  private ServerProgram shell(Script script, Duration startPatience) {
    return new ServerProgram(
        "toy",
        port -> List.of("sh", "-c", script.at(port)),
        directory,
        directory.resolve("log"),
        Pattern.compile("^ready$", Pattern.MULTILINE),
        "port taken",
        startPatience,
        Duration.ofMillis(500),
        List.of());
  }
}

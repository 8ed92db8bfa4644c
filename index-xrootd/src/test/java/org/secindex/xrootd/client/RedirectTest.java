package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.secindex.xrootd.client.Caught.failure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The way of requests over several servers, of which the first sends them on. */
@Timeout(60)
class RedirectTest {
  private static final int MANAGER = 2;

  private final List<AutoCloseable> open = new ArrayList<>();
  private final XrootdClient client =
      new XrootdClient(
          XrootdOptions.defaults()
              .withUserName("me")
              .withRequestTimeout(Duration.ofSeconds(5))
              .withConnectTimeout(Duration.ofSeconds(2)));

  @AfterEach
  void close() throws Exception {
    client.close();
    Collections.reverse(open);
    for (AutoCloseable c : open) {
      c.close();
    }
  }

  private FakeServer server(FakeServer.Script script) throws IOException {
    FakeServer server = new FakeServer(script);
    open.add(server);
    return server;
  }

  private FakeServer manager(FakeServer.Script script) throws IOException {
    FakeServer server = server(script);
    server.flags = MANAGER;
    return server;
  }

  /** A server with one file, of the size given, open under the handle 7. */
  private FakeServer holder(int size) throws IOException {
    return server(
        (c, a) -> {
          switch (a.code()) {
            case Wire.OPEN -> c.opened(a, 7, size, 1000);
            case Wire.READ -> c.ok(a, FakeServer.data(a));
            default -> c.ok(a, FakeServer.bytes("1 " + size + " 48 1000\0"));
          }
        });
  }

  /** A port where nobody listens. */
  private static int deadPort() throws IOException {
    try (ServerSocket socket =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.getLocalPort();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "localhost",
        "[::127.0.0.1]",
        "[::ffff:127.0.0.1]",
        "::ffff:127.0.0.1"
      })
  void followsAnyFormOfHost(String host) throws IOException {
    FakeServer target = holder(100);
    FakeServer first = server((c, a) -> c.redirect(a, target.port(), host));
    try (XrootdFile file = client.open(first.url("/f"), OpenMode.READ)) {
      ByteBuffer b = ByteBuffer.allocate(10);
      assertThat(file.read(3, b)).isEqualTo(10);
      Pattern.check(3, b);
      assertThat(file.server()).endsWith(":" + target.port());
    }
  }

  @Test
  void carriesOpaqueToThePathAndTheTokenToTheLogin() throws IOException {
    FakeServer target = holder(100);
    FakeServer first =
        server((c, a) -> c.redirect(a, target.port(), "127.0.0.1?b=new&c=3?secret=t&u=v"));
    client.stat(first.url("/f?a=1&b=old"));
    assertThat(first.asked).containsExactly("3017 /f?a=1&b=old");
    assertThat(target.asked).containsExactly("3017 /f?a=1&b=new&c=3");
    assertThat(target.logins).containsExactly("?xrd.appname=java&secret=t&u=v");
  }

  @Test
  void followsWholeUrlsAndPortsInTheText() throws IOException {
    FakeServer target = holder(100);
    FakeServer urls =
        server((c, a) -> c.redirect(a, -1, "root://127.0.0.1:" + target.port() + "//g?x=y?tok=1"));
    client.stat(urls.url("/f?a=1"));
    FakeServer collapse =
        server((c, a) -> c.redirect(a, ~0x2000, "root://127.0.0.1:" + target.port() + "/"));
    client.stat(collapse.url("/f"));
    FakeServer texts = server((c, a) -> c.redirect(a, 0, "127.0.0.1:" + target.port()));
    client.stat(texts.url("/h"));
    assertThat(target.asked).containsExactly("3017 /g?a=1&x=y", "3017 /f", "3017 /h");
    assertThat(target.logins).contains("?xrd.appname=java&tok=1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "http://h//f", "[::1"})
  void refusesRedirectsToNowhere(String text) throws IOException {
    FakeServer first = server((c, a) -> c.redirect(a, text.contains("//") ? -1 : 1094, text));
    XrootdException e = failure(() -> client.stat(first.url("/f")));
    assertThat(e.error()).isEqualTo(XrootdError.PROTOCOL_VIOLATION);
    assertThat(e).hasMessageContaining("redirected to");
  }

  @Test
  void tellsNoSecretsOfRedirectsToNowhere() throws IOException {
    FakeServer first =
        server((c, a) -> c.redirect(a, -1, "root://u:geheim@h//f?authz=geheim?geheim"));
    assertThat(failure(() -> client.stat(first.url("/f"))))
        .hasMessageContaining("redirected to 'root://h//f")
        .hasMessageNotContaining("geheim");
  }

  @Test
  void findsCircles() throws IOException {
    FakeServer[] two = new FakeServer[2];
    two[0] = server((c, a) -> c.redirect(a, two[1].port(), "127.0.0.1"));
    two[1] = server((c, a) -> c.redirect(a, two[0].port(), "127.0.0.1"));
    XrootdException e = failure(() -> client.stat(two[0].url("/f")));
    assertThat(e.error()).isEqualTo(XrootdError.REDIRECT_LOOP);
    String a = "127.0.0.1:" + two[0].port();
    String b = "127.0.0.1:" + two[1].port();
    assertThat(e.hosts()).containsExactly(a, b, a);
    assertThat(e)
        .hasMessageContaining("in a circle")
        .hasMessageContaining(a + " -> " + b + " -> " + a);
  }

  @Test
  void followsSixteenRedirectsAndNoMore() throws IOException {
    FakeServer[] self = new FakeServer[1];
    self[0] =
        server(
            (c, a) -> {
              int hop =
                  a.text().contains("hop=")
                      ? Integer.parseInt(a.text().replaceAll(".*hop=", ""))
                      : 0;
              if (hop == 16 && a.text().startsWith("/sixteen")) {
                c.ok(a, FakeServer.bytes("1 2 3 4\0"));
              } else {
                c.redirect(a, self[0].port(), "127.0.0.1?hop=" + (hop + 1));
              }
            });
    assertThat(client.stat(self[0].url("/sixteen")).size()).isEqualTo(2);
    XrootdException e = failure(() -> client.stat(self[0].url("/more")));
    assertThat(e.error()).isEqualTo(XrootdError.REDIRECT_LOOP);
    assertThat(e).hasMessageContaining("more than 16 redirects");
  }

  @Test
  void tellsTheManagerWhichServerFailed() throws IOException {
    int dead = deadPort();
    FakeServer good = holder(100);
    FakeServer manager =
        manager(
            (c, a) ->
                c.redirect(a, a.text().contains("tried=") ? good.port() : dead, "127.0.0.1?z=1"));
    client.open(manager.url("/f?a=1"), OpenMode.READ).close();
    assertThat(manager.asked)
        .containsExactly("3010 /f?a=1", "3010 /f?a=1&z=1&tried=127.0.0.1&triedrc=srverr");
  }

  @Test
  void tellsTheManagerOfAllServersThatFailed() throws IOException {
    FakeServer broken = server((c, a) -> c.error(a, 3007, "disk on fire"));
    FakeServer good = holder(100);
    FakeServer manager =
        manager(
            (c, a) -> {
              if (!a.text().contains("tried=")) {
                c.redirect(a, broken.port(), "127.0.0.1");
              } else if (!a.text().contains("localhost")) {
                c.redirect(a, deadPort(), "localhost");
              } else {
                c.redirect(a, good.port(), "127.0.0.1");
              }
            });
    client.open(manager.url("/f"), OpenMode.READ).close();
    assertThat(manager.asked)
        .last()
        .isEqualTo("3010 /f?tried=127.0.0.1,localhost&triedrc=ioerr,srverr");
    assertThat(good.asked).first().asString().contains("tried=127.0.0.1,localhost");
    assertThat(client.repeats()).isEqualTo(2);
  }

  @Test
  void aManagerWithoutServersIsNoEmptyDirectory() throws IOException {
    FakeServer manager = manager((c, a) -> c.ok(a, FakeServer.bytes("\0")));
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> client.list(manager.url("/d")),
            () -> client.remove(manager.url("/d/f")),
            () -> client.dataServers(manager.url("/d")))) {
      XrootdException e = failure(call);
      assertThat(e.isNotFound()).isFalse();
      assertThat(e.isTransient()).isTrue();
      assertThat(e).hasMessageContaining("names no data server");
    }
  }

  @Test
  void asksTheManagerToLookAgainForWhatAServerLacks() throws IOException {
    List<Integer> options = new ArrayList<>();
    FakeServer without = server((c, a) -> c.error(a, 3011, "no such file here"));
    FakeServer good = holder(100);
    FakeServer manager =
        manager(
            (c, a) -> {
              options.add(a.parameters().getShort(2) & Wire.OPEN_REFRESH);
              if (options.size() == 2) {
                c.reply(a, Wire.WAIT, FakeServer.ints(0));
              } else {
                c.redirect(a, options.size() == 1 ? without.port() : good.port(), "127.0.0.1");
              }
            });
    client.open(manager.url("/f"), OpenMode.READ).close();
    // The wish to look afresh is not repeated after a wait, which else would never end.
    assertThat(options).containsExactly(0, Wire.OPEN_REFRESH, 0);
    assertThat(manager.asked).last().isEqualTo("3010 /f?tried=127.0.0.1&triedrc=enoent");
  }

  @Test
  void showsTheFirstErrorIfNoReplicaIsLeft() throws IOException {
    FakeServer broken = server((c, a) -> c.error(a, 3007, "disk on fire"));
    FakeServer manager =
        manager(
            (c, a) -> {
              if (a.text().contains("tried=127.0.0.1&triedrc=ioerr")) {
                c.error(a, 3029, "no replicas left");
              } else {
                c.redirect(a, broken.port(), "127.0.0.1");
              }
            });
    XrootdException e = failure(() -> client.open(manager.url("/f"), OpenMode.READ));
    assertThat(e.error()).isEqualTo(XrootdError.NO_REPLICAS);
    assertThat(e).hasMessageContaining("no replicas left").hasMessageContaining("disk on fire");
    assertThat(e.hosts()).hasSize(3);
  }

  @Test
  void goesToAnotherReplicaWhenAServerDies() throws IOException {
    FakeServer dying =
        server(
            (c, a) -> {
              if (a.code() == Wire.OPEN && c.number == 1) {
                c.opened(a, 7, 100, 1000);
              } else {
                c.close();
              }
            });
    dying.acceptsConnections = 1;
    FakeServer good = holder(100);
    FakeServer manager =
        manager(
            (c, a) ->
                c.redirect(
                    a, a.text().contains("tried=") ? good.port() : dying.port(), "127.0.0.1?o=1"));
    try (XrootdFile file = client.open(manager.url("/f?k=v"), OpenMode.READ)) {
      ByteBuffer b = ByteBuffer.allocate(50);
      assertThat(file.read(1, b)).isEqualTo(50);
      Pattern.check(1, b);
      assertThat(file.server()).isEqualTo("127.0.0.1:" + good.port());
      assertThat(good.asked).first().asString().startsWith("3010 /f?k=v&o=1&tried=127.0.0.1");
    }
  }
}

package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XrootdUrlTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "root://h//abs/p,             h,          1094, /abs/p",
        "root://h:2094//p,            h,          2094, /p",
        "xroot://H.Example.org//p q,  h.example.org, 1094, /p q",
        "root://[2001:db8::1]:99//p,  2001:db8::1, 99,  /p",
        "root://[::1]//p,             ::1,        1094, /p",
        "root://[::127.0.0.1]:5//p,   127.0.0.1,  5,    /p",
        "root://[::ffff:10.0.0.1]//p, 10.0.0.1,   1094, /p",
        "root://1.2.3.4,              1.2.3.4,    1094, /",
        "root://1.2.3.4:8/,           1.2.3.4,    8,    /",
        "root://h//,                  h,          1094, /",
      })
  void findsServerAndPath(String text, String host, int port, String path) {
    XrootdUrl url = XrootdUrl.parse(text);
    assertThat(url.host()).isEqualTo(host);
    assertThat(url.port()).isEqualTo(port);
    assertThat(url.path()).isEqualTo(path);
    assertThat(XrootdUrl.parse(url.format())).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "root://h/rel/p          | two slashes after the host, root://h//rel/p",
        "http://h//p             | not a root:// URL",
        "/store/f                | not a root:// URL",
        "root:////p              | names no host",
        "root://h:0//p           | port '0'",
        "root://h:65536//p       | port '65536'",
        "root://h:1x//p          | port '1x'",
        "root://[::1//p          | no ']'",
        "root://[::1]x//p        | 'x' after the address",
        "root://u:secret@h//p    | with a password",
        "root://@h//p            | no user",
      })
  void saysWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> XrootdUrl.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("secret");
  }

  @Test
  void neverShowsSecrets() {
    XrootdUrl url =
        XrootdUrl.parse("root://me@h//p?authz=Bearer%20geheim&xrd.sss=geheim&a=1?geheim");
    assertThat(url.user()).isEqualTo("me");
    assertThat(url.opaque()).isEqualTo("authz=Bearer%20geheim&xrd.sss=geheim&a=1?geheim");
    assertThat(url.format()).endsWith("?authz=Bearer%20geheim&xrd.sss=geheim&a=1?geheim");
    assertThat(url.toString()).isEqualTo("root://me@h:1094//p?authz=...&xrd.sss=...&a=...?...");
    assertThatThrownBy(() -> XrootdUrl.parse("root://h/p?authz=geheim"))
        .hasMessageNotContaining("geheim");
  }

  @Test
  void buildsPathsBelow() {
    XrootdUrl url = XrootdUrl.parse("root://h//store?k=v");
    assertThat(url.resolve("a").format()).isEqualTo("root://h:1094//store/a?k=v");
    assertThat(url.withPath("/").resolve("a").path()).isEqualTo("/a");
    assertThatThrownBy(() -> url.withPath("a")).hasMessageContaining("not absolute");
    assertThatThrownBy(() -> url.withPath("/a?b")).hasMessageContaining("'?'");
    assertThatThrownBy(() -> url.withPath("/a\nb")).hasMessageContaining("control character");
  }

  @ParameterizedTest
  @CsvSource({
    "2001:db8::1,            2001:db8::1, 1094",
    "[::ffff:1.2.3.4]:22102, 1.2.3.4,     22102",
    "[::1.2.3.4],            1.2.3.4,     1094",
    "::ffff:1.2.3.4,         1.2.3.4,     1094",
    "name:7,                 name,        7",
    "[::1]:9,                ::1,         9",
  })
  void understandsTheAddressesOfRedirects(String text, String host, int port) {
    Server server = Server.parse("u", text, Server.DEFAULT_PORT);
    assertThat(server).isEqualTo(new Server("u", host, port, false, ""));
    assertThat(Server.parse("u", server.toString(), 1)).isEqualTo(server);
  }

  @Test
  void mergesOpaqueInformation() {
    Opaque opaque = new Opaque("a=1&b=2&&flag&xrdcl.x=local");
    opaque.merge("b=3&c=4=4");
    assertThat(opaque.after("/p")).isEqualTo("/p?a=1&b=3&flag&c=4=4");
    opaque.tried("one", "srverr");
    opaque.tried("two", "enoent");
    opaque.tried("one", "ioerr");
    assertThat(opaque.after("/p"))
        .isEqualTo("/p?a=1&b=3&flag&c=4=4&tried=one,two&triedrc=srverr,enoent");
    opaque.forgetTried();
    assertThat(new Opaque(opaque).after("/p")).isEqualTo("/p?a=1&b=3&flag&c=4=4");
    assertThat(new Opaque("").after("/p")).isEqualTo("/p");
  }

  @ParameterizedTest
  @CsvSource({
    "'17\n4711\n',                   17,   4711",
    "'readv_iov_max\nreadv_ior_max', 1024, 2097136",
    "'2147483647\n2147483647\n',     8192, 8388608",
    "'0\n-5\n',                      1024, 2097136",
    "'99999999999999999999\n16\n',   1024, 16",
    "'',                             1024, 2097136",
    "'512',                          512,  2097136",
  })
  void neverSwapsTheLimitsOfVectorReads(String answer, int elements, int bytes) {
    assertThat(ReadvLimits.parse(answer)).isEqualTo(new ReadvLimits(elements, bytes));
  }

  @ParameterizedTest
  @CsvSource({
    "''",
    "1 2 3",
    "1 x 48 7",
    "1 -2 48 7",
    "1 2 48 9223372036854775807",
    "1 2 99999999999 7"
  })
  void refusesStatInformationThatMakesNoSense(String text) {
    assertThatThrownBy(() -> StatInfo.parse(text)).isInstanceOf(ProtocolViolation.class);
  }

  @Test
  void takesStatInformationOfAnyAge() {
    String nine = "92557 13 51 1796033790 1796033835 1796033835 0644 nobody nogroup";
    StatInfo stat = new StatInfo("92557", 13, 51, Instant.ofEpochSecond(1796033790));
    for (String text : List.of("92557 13 51 1796033790", nine, nine + " of tomorrow")) {
      assertThat(StatInfo.parse(text)).isEqualTo(stat);
    }
    assertThat(stat.isDirectory()).isTrue();
    assertThat(stat.isFile()).isFalse();
    assertThat(StatInfo.parse("1 2 48 7").isFile()).isTrue();
  }

  @Test
  void knowsErrorsByNumber() {
    assertThat(XrootdError.of(3011)).isEqualTo(XrootdError.NOT_FOUND);
    assertThat(XrootdError.of(3035)).isEqualTo(XrootdError.TIMER_EXPIRED);
    assertThat(XrootdError.of(3999)).isEqualTo(XrootdError.OTHER);
    XrootdException e = XrootdException.server(3999, "new words", "h:1", "open", "/p");
    assertThat(e.code()).isEqualTo(3999);
    assertThat(e).hasMessage("open /p at h:1: new words [OTHER 3999]");
    XrootdException told =
        XrootdException.server(
            3011, "no /p?authz=Bearer%20geheim&xrd.k=geheim here", "h:1", "open", "/p");
    assertThat(told).hasMessage("open /p at h:1: no /p?authz=...&xrd.k=... here [NOT_FOUND 3011]");
  }
}

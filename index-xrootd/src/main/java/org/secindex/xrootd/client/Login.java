package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * What comes before the first request of a session: handshake, protocol, TLS if either side wants
 * it, login, authentication.
 */
final class Login {
  private static final int HANDSHAKE = 20;
  private static final int SESSION_ID = 16;
  private static final int WANT_SIGNING_RULES = 0x01;
  private static final int ABLE_TLS = 0x02;
  private static final int WANT_TLS = 0x04;
  private static final int EXPECT_LOGIN = 3;

  /**
   * We follow redirects given as a full URL (1) and with flags (128), also those of requests for a
   * file that is open (4).
   */
  private static final int ABILITIES = 0x85;

  /** Servers may name hosts by either family of addresses. */
  private static final int DUAL_STACK = 0x08;

  /** We take deferred answers (0x80), at level 5 of the client. */
  private static final int CAPABILITIES = 0x85;

  private final Session session;
  private final Server server;
  private final XrootdSecurity security;
  private final Tls tls;
  private final long deadline;
  private boolean wantsTls;
  private boolean secured;

  private Login(Session session, XrootdSecurity security, Tls tls, long deadline) {
    this.session = session;
    this.server = session.server();
    this.security = security;
    this.tls = tls;
    this.deadline = deadline;
    this.wantsTls = server.tls();
  }

  /**
   * Makes a fresh connection ready for requests. To be called on its event loop, as the future ends
   * there.
   */
  static CompletableFuture<Void> run(
      Session session, XrootdSecurity security, Tls tls, long deadline) {
    return new Login(session, security, tls, deadline).run();
  }

  private CompletableFuture<Void> run() {
    Request handshake = request(0, "handshake", 0, 0, Request.EMPTY, deadline);
    Request protocol = protocol();
    Request login = login();
    ByteBuf both = Unpooled.buffer(HANDSHAKE + Wire.REQUEST_HEADER);
    both.writeZero(12).writeInt(4).writeInt(2012);
    protocol.encode(both, true);
    session.expectFirst(handshake);
    session.greet(both);
    return handshake
        .done
        .thenCompose(
            ok -> {
              session.expectFirst(protocol);
              return protocol.done;
            })
        .thenCompose(ok -> meet(ProtocolAnswer.parse((CollectBody) protocol.body)))
        .thenCompose(
            ok -> {
              session.exchange(login);
              return login.done;
            })
        .thenCompose(
            ok -> {
              CollectBody answer = (CollectBody) login.body;
              session.setId(answer.first(SESSION_ID));
              Applicant who = new Applicant(server.user(), from(), secured, security);
              var offers = Applicant.Offer.parse(answer.text(SESSION_ID));
              return Authentication.run(session, who, offers, deadline);
            })
        .exceptionally(
            e -> {
              XrootdException failure = Await.failure(e);
              throw failure.error() == XrootdError.TLS_REQUIRED
                  ? Tls.failed(session, "the server demands TLS, but does not begin it")
                  : failure;
            })
        .thenCompose(ok -> settle());
  }

  private Request protocol() {
    int wishes = WANT_SIGNING_RULES | ABLE_TLS | (wantsTls ? WANT_TLS : 0);
    long high = (long) Wire.CLIENT_VERSION << 32 | wishes << 24 | EXPECT_LOGIN << 16;
    return request(Wire.PROTOCOL, "protocol", high, 0, Request.EMPTY, deadline);
  }

  /** Whether to go on at all, and whether under TLS from here on. */
  private CompletableFuture<Void> meet(ProtocolAnswer answer) {
    session.setProtocol(answer);
    if (answer.demandsSigning()) {
      throw XrootdException.client(
          XrootdError.CLIENT_UNSUPPORTED,
          "the server demands signed requests, which this client cannot send",
          server.toString(),
          "login",
          "",
          false);
    }
    if (answer.beginsTls()) {
      secured = true;
      return tls.start(session, patienceMillis());
    }
    if (server.tls()) {
      throw Tls.failed(
          session,
          answer.offersTls()
              ? "roots:// asks for TLS, which the server has but does not begin"
              : "roots:// asks for TLS, which the server does not offer; root:// would go without");
    }
    if (answer.demandsTlsLater() && !wantsTls) {
      // Then why not now: the login is under TLS, too, and it is plain to both when it begins.
      wantsTls = true;
      Request again = protocol();
      session.exchange(again);
      return again.done.thenCompose(ok -> meet(ProtocolAnswer.parse((CollectBody) again.body)));
    }
    if (answer.demandsTlsForLogin()) {
      throw Tls.failed(session, "the server demands TLS for the login, but does not begin it");
    }
    return CompletableFuture.completedFuture(null);
  }

  /** A server may want its name and ours to be told in clear, but nothing after that. */
  private CompletableFuture<Void> settle() {
    return session.protocol().demandsTlsAfterLogin() && !secured
        ? tls.start(session, patienceMillis())
        : CompletableFuture.completedFuture(null);
  }

  /** Our end of the connection. */
  private InetSocketAddress from() {
    return (InetSocketAddress) session.channel().localAddress();
  }

  private long patienceMillis() {
    return Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
  }

  static Request request(
      int code, String operation, long high, long low, ByteBuffer payload, long deadline) {
    return new Request(
        code, operation, "", high, low, payload, new CollectBody(), 0, true, deadline);
  }

  private Request login() {
    byte[] name = Arrays.copyOf(server.user().getBytes(StandardCharsets.UTF_8), 8);
    int abilities = ABILITIES | (LocalAddresses.areOfBothFamilies() ? DUAL_STACK : 0);
    ByteBuffer p = ByteBuffer.allocate(16);
    p.putInt((int) ProcessHandle.current().pid()).put(name);
    p.put((byte) 0).put((byte) abilities).put((byte) CAPABILITIES).put((byte) 0).flip();
    String token = server.token();
    // Servers skip the first byte.
    String about = "?xrd.appname=java" + (token.isEmpty() ? "" : "&" + token);
    return request(Wire.LOGIN, "login", p.getLong(), p.getLong(), Requests.bytes(about), deadline);
  }
}

package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What comes before the first request of a session: handshake, protocol, login, authentication. */
// Ends are told through the futures of the requests.
@SuppressWarnings("FutureReturnValueIgnored")
final class Login {
  private static final int HANDSHAKE = 20;
  private static final int SESSION_ID = 16;
  private static final int WANT_SIGNING_RULES = 0x01;
  private static final int EXPECT_LOGIN = 3;
  private static final int SIGNING_FORCED = 0x02;

  /** We follow redirects given as a full URL (1) and with flags (128). */
  private static final int ABILITIES = 0x81;

  /** We take deferred answers (0x80), at level 5 of the client. */
  private static final int CAPABILITIES = 0x85;

  private final Session session;
  private final String user;
  private final long deadline;

  private Login(Session session, long deadline) {
    this.session = session;
    this.user = session.server().user();
    this.deadline = deadline;
  }

  /**
   * Makes a fresh connection ready for requests. To be called on its event loop, as the future ends
   * there.
   */
  static CompletableFuture<Session> run(Session session, long deadline) {
    return new Login(session, deadline).run();
  }

  private CompletableFuture<Session> run() {
    Request handshake = request(0, "handshake", 0, 0, Request.EMPTY);
    Request protocol =
        request(
            Wire.PROTOCOL,
            "protocol",
            (long) Wire.CLIENT_VERSION << 32 | WANT_SIGNING_RULES << 24 | EXPECT_LOGIN << 16,
            0,
            Request.EMPTY);
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
        .thenCompose(
            ok -> {
              checkProtocol((CollectBody) protocol.body);
              exchange(login);
              return login.done;
            })
        .handle(
            (ok, e) -> {
              if (e == null) {
                return ok;
              }
              XrootdException failure = Await.failure(e);
              throw failure.error() == XrootdError.TLS_REQUIRED ? tlsWanted() : failure;
            })
        .thenCompose(ok -> authenticate(offers((CollectBody) login.body), new ArrayList<>()))
        .thenApply(ok -> session);
  }

  private void exchange(Request request) {
    ByteBuf out = Unpooled.buffer(256);
    request.encode(out, true);
    session.expectFirst(request);
    session.greet(out);
  }

  private Request request(int code, String operation, long high, long low, ByteBuffer payload) {
    return new Request(
        code, operation, "", high, low, payload, new CollectBody(), 0, true, deadline);
  }

  private void checkProtocol(CollectBody answer) {
    ByteBuffer b = answer.buffer(0, 8, "a protocol answer");
    b.getInt();
    int flags = b.getInt();
    session.setFlags(flags);
    if ((flags & Wire.GOTO_TLS) != 0) {
      // The seam for TLS: an SslHandler before the decoder, then the login.
      throw tlsWanted();
    }
    if (b.remaining() >= 4 && b.get(b.position()) == 'B') {
      int skip = 4 + (b.getShort(b.position() + 2) & 0xffff);
      b.position(Math.min(b.limit(), b.position() + skip));
    }
    if (b.remaining() >= 5 && b.get(b.position()) == 'S') {
      int options = b.get(b.position() + 3);
      int level = b.get(b.position() + 4);
      if (level > 0 && (options & SIGNING_FORCED) != 0) {
        throw refuse("the server demands signed requests, which this client cannot send");
      }
    }
  }

  private XrootdException tlsWanted() {
    return refuse("the server demands TLS, which this client cannot do yet");
  }

  private XrootdException refuse(String why) {
    return XrootdException.client(
        XrootdError.CLIENT_UNSUPPORTED, why, session.server().toString(), "login", "", false);
  }

  private Request login() {
    byte[] name = Arrays.copyOf(user.getBytes(StandardCharsets.UTF_8), 8);
    ByteBuffer p = ByteBuffer.allocate(16);
    p.putInt((int) ProcessHandle.current().pid()).put(name);
    p.put((byte) 0).put((byte) ABILITIES).put((byte) CAPABILITIES).put((byte) 0).flip();
    String token = session.server().token();
    // Servers skip the first byte.
    String about = "?xrd.appname=java" + (token.isEmpty() ? "" : "&" + token);
    return request(Wire.LOGIN, "login", p.getLong(), p.getLong(), Requests.bytes(about));
  }

  /** The authentication methods that the server offers, best first; none if it wants none. */
  private static List<String> offers(CollectBody answer) {
    List<String> offers = new ArrayList<>();
    for (String offer : answer.text(SESSION_ID).split("&P=", -1)) {
      if (!offer.isBlank()) {
        int comma = offer.indexOf(',');
        offers.add((comma < 0 ? offer : offer.substring(0, comma)).strip());
      }
    }
    return offers;
  }

  /** Tries the methods one after the other; {@code refused} says why those before would not do. */
  private CompletableFuture<Reply> authenticate(List<String> offers, List<String> refused) {
    if (offers.isEmpty()) {
      return CompletableFuture.completedFuture(Reply.Done.DONE);
    }
    if (refused.size() == offers.size()) {
      return CompletableFuture.failedFuture(
          XrootdException.client(
              XrootdError.AUTH_FAILED,
              "no authentication method will do: " + String.join("; ", refused),
              session.server().toString(),
              "login",
              "",
              false));
    }
    String method = offers.get(refused.size());
    String credential =
        switch (method) {
          case "unix" -> "unix\0" + user + "\0";
          case "host" -> "host\0";
          default -> "";
        };
    if (credential.isEmpty()) {
      refused.add(method + ": this client does not have it");
      return authenticate(offers, refused);
    }
    long id = ByteBuffer.wrap(Arrays.copyOf(method.getBytes(StandardCharsets.UTF_8), 4)).getInt();
    Request auth = request(Wire.AUTH, "auth", 0, id & 0xffff_ffffL, Requests.bytes(credential));
    exchange(auth);
    return auth.done
        .<Supplier<CompletableFuture<Reply>>>handle(
            (ok, e) -> {
              if (e == null) {
                return () -> CompletableFuture.completedFuture(ok);
              }
              XrootdException failure = Await.failure(e);
              if (failure.code() < 0) {
                return () -> CompletableFuture.failedFuture(failure);
              }
              refused.add(method + ": " + failure.getMessage());
              return () -> authenticate(offers, refused);
            })
        .thenCompose(Supplier::get);
  }
}

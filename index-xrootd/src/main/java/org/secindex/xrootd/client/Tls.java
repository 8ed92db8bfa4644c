package org.secindex.xrootd.client;

import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.handler.ssl.SslProvider;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * TLS as the servers of one client are to be verified: a certificate of an authority that we trust,
 * for the host that we wanted. Whom to trust is read once, when a server first wants TLS; again if
 * it could not be read.
 */
final class Tls {
  private final XrootdSecurity security;
  private @Nullable CompletableFuture<Trust> trust;

  private record Trust(Authorities authorities, SslContext context) {}

  Tls(XrootdSecurity security) {
    this.security = security;
  }

  /**
   * Puts a connection under TLS, and verifies the server. To be called on the event loop of the
   * session; the future ends there, with {@link XrootdException} if it fails.
   */
  CompletableFuture<Void> start(Session session, long patienceMillis) {
    session.decoder().closeToClear();
    // A failure to read whom to trust has to come back to the event loop, too.
    return trust()
        .<CompletionStage<Void>>handleAsync(
            (t, failure) ->
                failure != null
                    ? CompletableFuture.failedFuture(failure)
                    : handshake(session, t.context, patienceMillis)
                        .exceptionally(
                            e -> {
                              throw told(session, e, t.authorities);
                            }),
            session.loop())
        .thenCompose(Function.identity())
        .exceptionally(
            e -> {
              Throwable cause = e.getCause() == null ? e : e.getCause();
              throw cause instanceof IllegalArgumentException
                  ? failed(session, String.valueOf(cause.getMessage()))
                  : Await.failure(e);
            });
  }

  private static CompletableFuture<Void> handshake(
      Session session, SslContext context, long patienceMillis) {
    Server server = session.server();
    if (!session.isOpen()) {
      return CompletableFuture.failedFuture(new ClosedChannelException());
    }
    SslHandler handler =
        context.newHandler(session.channel().alloc(), server.host(), server.port());
    handler.setHandshakeTimeoutMillis(patienceMillis);
    CompletableFuture<Void> secured = new CompletableFuture<>();
    handler
        .handshakeFuture()
        .addListener(
            done -> {
              if (done.isSuccess()) {
                secured.complete(null);
              } else {
                secured.completeExceptionally(done.cause());
              }
            });
    session.decoder().openAgain();
    session.channel().pipeline().addFirst(handler);
    return secured;
  }

  private synchronized CompletableFuture<Trust> trust() {
    if (trust == null || trust.isCompletedExceptionally()) {
      trust = Aside.get("xrootd-trust", this::read);
    }
    return trust;
  }

  private Trust read() {
    Authorities authorities = Authorities.read(security.authorities(), System.getenv());
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.JDK)
            .protocols("TLSv1.3", "TLSv1.2")
            .endpointIdentificationAlgorithm("HTTPS");
    if (!authorities.certificates().isEmpty()) {
      builder.trustManager(authorities.certificates());
    }
    try {
      return new Trust(authorities, builder.build());
    } catch (SSLException e) {
      throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  static XrootdException failed(Session session, String why) {
    return XrootdException.client(
        XrootdError.TLS_FAILED, why, session.server().toString(), "TLS", "", false);
  }

  /** A server that went away is not one that cannot be trusted. */
  private static XrootdException told(Session session, Throwable e, Authorities authorities) {
    String server = session.server().toString();
    return e instanceof ClosedChannelException || e instanceof SslHandshakeTimeoutException
        ? XrootdException.client(
            XrootdError.CONNECTION_LOST,
            e.getMessage() == null ? session.lostBecause() : e.getMessage(),
            server,
            "TLS",
            "",
            false)
        : failed(session, why(e, session.server(), authorities));
  }

  /** A failure of the handshake in words that tell what to do. */
  private static String why(Throwable failure, Server server, Authorities authorities) {
    String certificate = "the server's certificate is not to be trusted: ";
    for (Throwable t = failure; t != null; t = t.getCause()) {
      String detail = String.valueOf(t.getMessage());
      if (t instanceof CertificateExpiredException) {
        return certificate + "it has expired (" + detail + ")";
      }
      if (t instanceof CertificateNotYetValidException) {
        return certificate + "it is not valid yet (" + detail + ")";
      }
      if (t instanceof CertPathBuilderException
          || (t instanceof CertPathValidatorException path
              && path.getReason() == PKIXReason.NO_TRUST_ANCHOR)) {
        return certificate
            + "none of the authorities in "
            + authorities.source()
            + " vouches for it";
      }
      if (t instanceof CertificateException && t.getCause() == null) {
        return certificate + "it is not for " + server.host() + ", or wrong (" + detail + ")";
      }
      if (t instanceof NotSslRecordException) {
        return "the server's answer to the begin of TLS is not TLS";
      }
    }
    return "the handshake of TLS failed: "
        + (failure instanceof SSLHandshakeException ? failure.getMessage() : failure);
  }
}

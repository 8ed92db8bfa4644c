package org.secindex.xrootd.client;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Shows the server what it wants to see: its methods one after the other, until one will do. */
final class Authentication {
  private final Session session;
  private final Applicant applicant;
  private final List<Applicant.Offer> offers;
  private final long deadline;

  /** Why those before would not do. */
  private final List<String> refused = new ArrayList<>();

  private Authentication(
      Session session, Applicant applicant, List<Applicant.Offer> offers, long deadline) {
    this.session = session;
    this.applicant = applicant;
    this.offers = offers;
    this.deadline = deadline;
  }

  /**
   * Does it, if the server wants it. The future ends on the event loop; with {@link
   * XrootdError#AUTH_FAILED} and the reason for each method if none will do.
   */
  static CompletableFuture<Void> run(
      Session session, Applicant applicant, List<Applicant.Offer> offers, long deadline) {
    return offers.isEmpty()
        ? CompletableFuture.completedFuture(null)
        : new Authentication(session, applicant, offers, deadline).next();
  }

  private CompletableFuture<Void> next() {
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
    Applicant.Offer offer = offers.get(refused.size());
    return Aside.get("xrootd-credential", () -> applicant.credential(offer))
        .<CompletionStage<Void>>handleAsync(
            (credential, e) -> e == null ? show(offer, credential) : after(offer, e),
            session.loop())
        .thenCompose(Function.identity());
  }

  private CompletionStage<Void> show(Applicant.Offer offer, ByteBuffer credential) {
    long code = offer.code() & 0xffff_ffffL;
    Request auth = Login.request(Wire.AUTH, "auth", 0, code, credential, deadline);
    session.exchange(auth);
    return auth.done
        .<CompletionStage<Void>>handle(
            (ok, e) -> e == null ? CompletableFuture.completedFuture(null) : after(offer, e))
        .thenCompose(Function.identity());
  }

  private CompletionStage<Void> after(Applicant.Offer offer, Throwable e) {
    String reason = reason(e);
    if (reason == null) {
      return CompletableFuture.failedFuture(e);
    }
    refused.add(offer.method() + ": " + reason);
    return next();
  }

  /** Why a method would not do, or null if it was not for the method that it failed. */
  private static @Nullable String reason(Throwable e) {
    Throwable cause = e.getCause() != null ? e.getCause() : e;
    if (cause instanceof NoCredential none) {
      return none.getMessage();
    }
    XrootdException failure = Await.failure(e);
    if (failure.code() > 0) {
      return "the server says: " + failure.text() + " [" + failure.error() + "]";
    }
    return failure.operation().equals("auth") && failure.error() == XrootdError.CLIENT_UNSUPPORTED
        ? failure.text()
        : null;
  }
}

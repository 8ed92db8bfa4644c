package org.secindex.xrootd.client;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a file open: if it is only read, a lost connection, or a server that sends us elsewhere,
 * means that it is opened anew, and the operation done anew, once. So does a server that hangs, if
 * there is a manager who may know another; a third of the time is spent on finding out.
 */
// Ends are told through the callbacks given.
@SuppressWarnings("FutureReturnValueIgnored")
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final Sessions sessions;
  private final XrootdUrl url;
  private final OpenMode mode;
  private final StatInfo first;

  private volatile OpenedFile opened;
  private @Nullable CompletableFuture<OpenedFile> reopening;
  private boolean closed;

  Recovery(Sessions sessions, XrootdUrl url, OpenMode mode, OpenedFile opened) {
    this.sessions = sessions;
    this.url = url;
    this.mode = mode;
    this.first = opened.stat();
    this.opened = opened;
  }

  Sessions sessions() {
    return sessions;
  }

  /** The file where it is open now. */
  OpenedFile opened() {
    return opened;
  }

  /** Sends a request that was made for the handle of {@code o}. */
  CompletableFuture<Reply> send(OpenedFile o, Request request) {
    if (mode == OpenMode.READ && o.manager() != null && request.idempotent) {
      request.hurry();
    }
    o.session().submit(request);
    return request.done.thenApply(
        reply -> {
          if (!(reply instanceof Reply.Redirect redirect)) {
            return reply;
          }
          if (mode == OpenMode.READ) {
            throw new SentElsewhere(
                redirect, sentAway(" again and again although the file is open", request));
          }
          throw sentAway(" although the file is open for writing", request);
        });
  }

  /** What the server takes in a vector read; asked in as much of a hurry as for the read itself. */
  CompletableFuture<ReadvLimits> readvLimits(OpenedFile o, long deadline) {
    long now = System.nanoTime();
    boolean hurry = mode == OpenMode.READ && o.manager() != null;
    return o.session().readvLimits(hurry ? now + (deadline - now) / 3 : deadline);
  }

  private XrootdException sentAway(String how, Request request) {
    return problem(XrootdError.REDIRECT_LOOP, "redirected" + how, request.operation);
  }

  /** The server has the file open, and yet says to ask another. */
  private static final class SentElsewhere extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Reply.Redirect redirect;
    private final XrootdException problem;

    SentElsewhere(Reply.Redirect redirect, XrootdException problem) {
      super(problem);
      this.redirect = redirect;
      this.problem = problem;
    }

    static @Nullable SentElsewhere in(Throwable e) {
      return e instanceof SentElsewhere s ? s : e.getCause() instanceof SentElsewhere s ? s : null;
    }
  }

  private static XrootdException failure(Throwable e) {
    SentElsewhere elsewhere = SentElsewhere.in(e);
    return elsewhere != null ? elsewhere.problem : Await.failure(e);
  }

  /** Does an operation that may be done twice. */
  <T> CompletableFuture<T> recovering(
      long deadline, Function<OpenedFile, CompletableFuture<T>> operation) {
    CompletableFuture<T> result = new CompletableFuture<>();
    OpenedFile o = opened;
    operation
        .apply(o)
        .whenComplete(
            (value, e) -> {
              if (e == null) {
                result.complete(value);
                return;
              }
              XrootdException failure = failure(e);
              SentElsewhere sent = SentElsewhere.in(e);
              boolean hangs =
                  failure.error() == XrootdError.TIMED_OUT && System.nanoTime() - deadline < 0;
              Server manager = hangs ? o.manager() : null;
              if (mode == OpenMode.READ
                  && (sent != null
                      || manager != null
                      || failure.error() == XrootdError.CONNECTION_LOST)) {
                LOG.debug("{} is opened again: {}", url, failure.getMessage());
                sessions.countRepeat();
                reopened(o, sent == null ? null : sent.redirect, manager, deadline)
                    .thenApply(OpenedFile::only)
                    .thenCompose(operation)
                    .whenComplete((again, e2) -> finish(result, again, e2, failure.operation()));
              } else {
                result.completeExceptionally(failure);
              }
            });
    return result;
  }

  private <T> void finish(
      CompletableFuture<T> result, T value, @Nullable Throwable e, String operation) {
    if (e == null) {
      result.complete(value);
    } else {
      XrootdException failure = failure(e);
      result.completeExceptionally(failure.during(operation, url.path(), failure.hosts()));
    }
  }

  /** The file opened after {@code lost} was lost; all who lost it share one attempt. */
  private CompletableFuture<OpenedFile> reopened(
      OpenedFile lost, Reply.@Nullable Redirect redirect, @Nullable Server manager, long deadline) {
    CompletableFuture<OpenedFile> mine = new CompletableFuture<>();
    synchronized (this) {
      if (opened.session() != lost.session() || opened.handle() != lost.handle()) {
        return CompletableFuture.completedFuture(opened);
      }
      if (reopening != null) {
        return reopening;
      }
      reopening = mine;
    }
    (redirect != null
            ? lost.elsewhere(sessions, redirect, mode, deadline)
            : manager != null
                ? lost.around(sessions, manager, mode, deadline)
                : lost.again(sessions, mode, deadline))
        .whenComplete(
            (o, e) -> {
              XrootdException failure = e == null ? changed(o) : Await.failure(e);
              boolean unwanted;
              synchronized (this) {
                reopening = null;
                if (failure == null) {
                  opened = o;
                }
                unwanted = e == null && (failure != null || closed);
              }
              if (failure != null) {
                mine.completeExceptionally(failure);
              } else {
                mine.complete(o);
              }
              if (unwanted) {
                logFailure(send(o, Requests.close(o.handle(), url.path(), deadline)));
              }
              if (failure == null && (redirect != null || manager != null)) {
                logFailure(send(lost, Requests.close(lost.handle(), url.path(), deadline)));
              }
            });
    return mine;
  }

  private @Nullable XrootdException changed(OpenedFile o) {
    StatInfo now = o.stat();
    if (now.size() == first.size() && now.modified().equals(first.modified())) {
      return null;
    }
    return problem(
        XrootdError.FILE_CHANGED,
        "the file changed while the connection was lost: %d bytes of %s, but %d of %s now"
            .formatted(first.size(), first.modified(), now.size(), now.modified()),
        "open");
  }

  /** Closes the file where it is open now; a re-opening under way will close its own. */
  CompletableFuture<Reply> close(long deadline) {
    OpenedFile o;
    synchronized (this) {
      closed = true;
      o = opened;
    }
    return send(o, Requests.close(o.handle(), url.path(), deadline));
  }

  /** As {@link #close}, for a file that was only read: nothing is lost if it cannot be closed. */
  CompletableFuture<Boolean> closeQuietly(long deadline) {
    return logFailure(close(deadline));
  }

  private CompletableFuture<Boolean> logFailure(CompletableFuture<Reply> closing) {
    return closing.handle(
        (done, e) -> {
          if (e != null) {
            LOG.debug("{} was not closed in good order: {}", url, failure(e).getMessage());
          }
          return e == null;
        });
  }

  XrootdException problem(XrootdError error, String text, String operation) {
    return XrootdException.client(
        error, text, opened.session().server().toString(), operation, url.path(), false);
  }
}

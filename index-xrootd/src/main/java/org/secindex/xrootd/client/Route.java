package org.secindex.xrootd.client;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way of one request for a path: along redirects, back to the manager that sent it to a server
 * which failed, and once more to a server whose connection was lost. Ends at the request's deadline
 * at the latest.
 */
// Ends are told through the callbacks given.
@SuppressWarnings("FutureReturnValueIgnored")
final class Route {
  /** As the reference client has it. */
  static final int MOST_REDIRECTS = 16;

  /** Makes the request anew for each server on the way. */
  interface Encoder {
    Request encode(String path, Opaque opaque, boolean refresh);
  }

  /**
   * Where a request was done.
   *
   * @param path the path there
   * @param opaque what followed it
   * @param manager who sent it there, if a manager did
   */
  record Arrival(
      Session session, Request request, String path, Opaque opaque, @Nullable Server manager) {

    /** Reads the answer, which the request has collected. */
    <T> T answer(Function<CollectBody, T> reader) {
      try {
        return reader.apply((CollectBody) request.body);
      } catch (ProtocolViolation e) {
        throw XrootdException.client(
            XrootdError.PROTOCOL_VIOLATION,
            "the server broke the protocol: " + e.getMessage(),
            session.server().toString(),
            request.operation,
            request.path,
            false);
      }
    }
  }

  private final Sessions sessions;
  private final Encoder encoder;
  private final String operation;
  private final String originalPath;
  private final long deadline;
  private final CompletableFuture<Arrival> result = new CompletableFuture<>();

  private Server current;
  private String path;
  private final Opaque opaque;
  private @Nullable Server manager;
  private boolean metaManager;
  private @Nullable Server shunned;
  private boolean atManager;
  private boolean refresh;
  private boolean located;
  private boolean repeated;
  private int redirects;
  private final Set<String> visited = new HashSet<>();
  private final Set<Server> failed = new HashSet<>();
  private final List<String> hosts = new ArrayList<>();
  private @Nullable XrootdException firstFailure;

  private Route(
      Sessions sessions,
      Server start,
      String operation,
      String path,
      Opaque opaque,
      long deadline,
      Encoder encoder) {
    this.sessions = sessions;
    this.current = start;
    this.operation = operation;
    this.originalPath = path;
    this.path = path;
    this.opaque = opaque;
    this.deadline = deadline;
    this.encoder = encoder;
  }

  /**
   * Starts at a server.
   *
   * @param manager where to go if that server fails, if known
   * @param opaque what follows the path at first; this object is changed on the way
   */
  static CompletableFuture<Arrival> run(
      Sessions sessions,
      Server start,
      @Nullable Server manager,
      String operation,
      String path,
      Opaque opaque,
      long deadline,
      Encoder encoder) {
    Route route = new Route(sessions, start, operation, path, opaque, deadline, encoder);
    route.manager = manager;
    route.visited.add(route.place());
    route.guarded(route::attempt);
    return route.result;
  }

  /** As {@link #run}, where the start has sent us on already. */
  static CompletableFuture<Arrival> runFrom(
      Sessions sessions,
      Server start,
      Reply.Redirect redirect,
      @Nullable Server manager,
      String operation,
      String path,
      Opaque opaque,
      long deadline,
      Encoder encoder) {
    Route route = new Route(sessions, start, operation, path, opaque, deadline, encoder);
    route.manager = manager;
    route.hosts.add(start.toString());
    route.guarded(() -> route.go(redirect));
    return route.result;
  }

  /**
   * Starts at a manager; goes to {@code shunned}, which hangs, only if nobody else has the file.
   */
  static CompletableFuture<Arrival> around(
      Sessions sessions,
      Server manager,
      Server shunned,
      String operation,
      String path,
      Opaque opaque,
      long deadline,
      Encoder encoder) {
    opaque.tried(shunned.host(), "srverr");
    Route route = new Route(sessions, manager, operation, path, opaque, deadline, encoder);
    route.shunned = key(shunned);
    route.guarded(route::attempt);
    return route.result;
  }

  private String place() {
    return current + opaque.after(path);
  }

  private void attempt() {
    if (hosts.isEmpty() || !hosts.get(hosts.size() - 1).equals(current.toString())) {
      hosts.add(current.toString());
    }
    if (System.nanoTime() - deadline >= 0) {
      fail(
          XrootdException.client(
              XrootdError.TIMED_OUT,
              "the request timeout has passed",
              current.toString(),
              operation,
              path,
              false));
      return;
    }
    sessions
        .get(current)
        .whenComplete(
            (session, e) ->
                guarded(
                    () -> {
                      if (e == null) {
                        send(session);
                      } else {
                        failed(Await.failure(e));
                      }
                    }));
  }

  /** Whatever happens in a step, the way must have an end. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      fail(Await.failure(e));
    }
  }

  private void send(Session session) {
    atManager = session.protocol().isManager();
    Request request = encoder.encode(path, opaque, refresh);
    if (manager != null && !key(manager).equals(key(current)) && request.idempotent) {
      request.hurry();
    }
    // A manager waits for servers that are down to come back; others may have the file.
    request.wantsToKnowOfWaits =
        atManager
            && !located
            && (shunned != null || (firstFailure != null && firstFailure.isTransient()));
    session.submit(request);
    request.done.whenComplete(
        (reply, e) ->
            guarded(
                () -> {
                  if (e != null) {
                    failed(Await.failure(e));
                  } else if (reply instanceof Reply.Redirect redirect) {
                    follow(session, redirect);
                  } else if (reply == Reply.Wait.WAIT) {
                    lookElsewhere(null);
                  } else {
                    result.complete(new Arrival(session, request, path, opaque, manager));
                  }
                }));
  }

  private void follow(Session from, Reply.Redirect redirect) {
    if (from.protocol().isManager()
        && (manager == null || (from.protocol().isMetaManager() && !metaManager))) {
      manager = current;
      metaManager = from.protocol().isMetaManager();
    }
    go(redirect);
  }

  private void go(Reply.Redirect redirect) {
    try {
      aim(redirect);
    } catch (IllegalArgumentException e) {
      fail(
          problem(
              XrootdError.PROTOCOL_VIOLATION,
              "redirected to '"
                  + XrootdUrl.shown(redirect.text())
                  + "', port "
                  + redirect.port()
                  + ": "
                  + e.getMessage()));
      return;
    }
    boolean unwanted = failed.contains(key(current)) || key(current).equals(shunned);
    if (unwanted && manager != null) {
      // A manager leaves out by address, not by port, what was tried.
      lookElsewhere(
          firstFailure != null
              ? firstFailure
              : problem(XrootdError.TIMED_OUT, "nobody has the file but a server that hangs"));
    } else if (++redirects > MOST_REDIRECTS) {
      hosts.add(current.toString());
      fail(problem(XrootdError.REDIRECT_LOOP, "more than " + MOST_REDIRECTS + " redirects"));
    } else if (!visited.add(place())) {
      hosts.add(current.toString());
      fail(problem(XrootdError.REDIRECT_LOOP, "redirected in a circle"));
    } else {
      repeated = false;
      attempt();
    }
  }

  private void aim(Reply.Redirect redirect) {
    String text = redirect.text();
    if (redirect.port() < 0) {
      XrootdUrl url = XrootdUrl.parse(text);
      int mark = url.opaque().indexOf('?');
      opaque.merge(mark < 0 ? url.opaque() : url.opaque().substring(0, mark));
      if (!url.path().equals("/")) {
        path = url.path();
      }
      current =
          url.server(current.user())
              .withTls(current.tls() || url.tls())
              .withToken(mark < 0 ? "" : url.opaque().substring(mark + 1));
      return;
    }
    String[] parts = text.split("\\?", 3);
    int port = redirect.port() == 0 ? Server.DEFAULT_PORT : redirect.port();
    Server target = current.sibling(parts[0], port);
    if (parts.length > 1) {
      opaque.merge(parts[1]);
    }
    current = target.withToken(parts.length > 2 ? parts[2] : "");
  }

  private void failed(XrootdException e) {
    if (e.error() == XrootdError.CONNECTION_LOST && !e.isOutcomeUnknown() && !repeated) {
      repeated = true;
      sessions.countRepeat();
      attempt();
    } else if (manager != null && !key(manager).equals(key(current)) && mayDoElsewhere(e)) {
      if (firstFailure == null) {
        firstFailure = e;
      }
      failed.add(key(current));
      opaque.tried(current.host(), e.error().reasonToGoElsewhere());
      refresh = e.isNotFound() || e.error() == XrootdError.OVERLOADED;
      current = manager;
      repeated = false;
      sessions.countRepeat();
      attempt();
    } else if (atManager && mayBeSomewhere(e)) {
      lookElsewhere(e);
    } else {
      fail(e);
    }
  }

  /** Equal for all that mean the same server. */
  private static Server key(Server server) {
    return server.withToken("");
  }

  /**
   * What a manager does not find is asked for once more, afresh: it remembers for hours that it did
   * not find a file. And after a failure elsewhere it may leave out a server for another's.
   */
  private boolean mayBeSomewhere(XrootdException e) {
    return e.isNotFound() || e.error() == XrootdError.NO_REPLICAS;
  }

  /**
   * Asks the manager for all who have the file, and goes to one that has not failed.
   *
   * @param why what there is to tell if nobody else has it; null if the manager says to wait
   */
  private void lookElsewhere(@Nullable XrootdException why) {
    Server asked = manager == null ? current : manager;
    current = asked;
    if (why != null && (located || operation.equals(Locate.OPERATION))) {
      fail(why);
      return;
    }
    located = true;
    manager = asked;
    boolean lost = why != null && why.isNotFound();
    other(asked, lost)
        // What it remembers may be older than a copy.
        .thenCompose(
            other ->
                other.isPresent() || lost
                    ? CompletableFuture.completedFuture(other)
                    : other(asked, true))
        .whenComplete(
            (other, e) ->
                guarded(
                    () -> {
                      if (e == null && other.isPresent()) {
                        current = other.get();
                        repeated = false;
                        attempt();
                      } else if (why == null) {
                        attempt();
                      } else {
                        fail(e != null && lost ? Await.failure(e) : why);
                      }
                    }));
  }

  private CompletableFuture<Optional<Server>> other(Server asked, boolean afresh) {
    return Locate.another(sessions, asked, path, afresh, failed, shunned, deadline);
  }

  private static boolean mayDoElsewhere(XrootdException e) {
    return switch (e.error()) {
      case FS_ERROR, IO_ERROR, NO_MEMORY, NOT_FOUND, SERVER_ERROR, OVERLOADED, CONNECT_FAILED ->
          true;
      // Who hangs is given a part of the time only; the end of all of it is seen before an
      // attempt.
      case CONNECTION_LOST, TIMED_OUT -> !e.isOutcomeUnknown();
      default -> false;
    };
  }

  private XrootdException problem(XrootdError error, String text) {
    return XrootdException.client(error, text, current.toString(), operation, originalPath, false);
  }

  private void fail(XrootdException e) {
    XrootdException told = e;
    if (firstFailure != null && firstFailure.error() != e.error()) {
      // A file that was on a server which is down is not gone.
      told =
          e.isNotFound() && firstFailure.isTransient()
              ? firstFailure.with("; after that: " + e.getMessage())
              : e.with("; before that: " + firstFailure.getMessage());
    }
    result.completeExceptionally(told.during(operation, originalPath, hosts));
  }
}

package org.secindex.xrootd.client;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A file handle with the one session in which it means this file: after a reconnect the same number
 * may name another file, so the two are never parted.
 *
 * @param path the path at the server that has it open
 * @param opaque what followed the path there
 * @param manager the manager that sent us to that server, if one did
 */
record OpenedFile(
    Session session,
    int handle,
    StatInfo stat,
    String path,
    Opaque opaque,
    @Nullable Server manager) {
  private static final int STAT_AT = 12;

  static CompletableFuture<OpenedFile> open(
      Sessions sessions,
      Server start,
      @Nullable Server manager,
      String path,
      Opaque opaque,
      OpenMode mode,
      long deadline) {
    return Route.run(
            sessions,
            start,
            manager,
            "open",
            path,
            opaque,
            deadline,
            (p, o, refresh) -> Requests.open(p, o.after(p), mode, refresh, deadline))
        .thenApply(OpenedFile::of);
  }

  /** The file that an answered request has opened. */
  static OpenedFile of(Route.Arrival arrival) {
    return arrival.answer(
        answer ->
            new OpenedFile(
                arrival.session(),
                answer.buffer(0, STAT_AT, "the answer to an open").getInt(),
                StatInfo.parse(answer.text(STAT_AT)),
                arrival.path(),
                arrival.opaque(),
                arrival.manager()));
  }

  /** Opens the file again where it was, or, if that server fails, where its manager says. */
  CompletableFuture<OpenedFile> again(Sessions sessions, OpenMode mode, long deadline) {
    return open(sessions, session.server(), manager, path, fresh(), mode, deadline);
  }

  /** Opens the file again where its manager says, who is told that this server hangs. */
  CompletableFuture<OpenedFile> around(
      Sessions sessions, Server itsManager, OpenMode mode, long deadline) {
    return Route.around(
            sessions,
            itsManager,
            session.server(),
            "open",
            path,
            fresh(),
            deadline,
            (p, o, refresh) -> Requests.open(p, o.after(p), mode, refresh, deadline))
        .thenApply(OpenedFile::of);
  }

  private Opaque fresh() {
    Opaque fresh = new Opaque(opaque);
    fresh.forgetTried();
    return fresh;
  }

  /** The same file for who does not want to know of others who may have it. */
  OpenedFile only() {
    return new OpenedFile(session, handle, stat, path, opaque, null);
  }

  /** Opens the file where the server that has it open sends us to. */
  CompletableFuture<OpenedFile> elsewhere(
      Sessions sessions, Reply.Redirect redirect, OpenMode mode, long deadline) {
    return Route.runFrom(
            sessions,
            session.server(),
            redirect,
            manager,
            "open",
            path,
            fresh(),
            deadline,
            (p, o, refresh) -> Requests.open(p, o.after(p), mode, refresh, deadline))
        .thenApply(OpenedFile::of);
  }
}

package org.secindex.xrootd.client;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Asks a manager, and those below it, where a file is. */
final class Locate {
  static final String OPERATION = "locate";

  /** Each server once, by a name that can be connected to. */
  private static final int UNIQUE_NAMES = 0x0101;

  private static final int FOR_LISTING = 0x0400;

  private final Sessions sessions;
  private final String path;
  private final int options;
  private final long deadline;
  private final Set<Server> asked = ConcurrentHashMap.newKeySet();

  private Locate(Sessions sessions, String path, int options, long deadline) {
    this.sessions = sessions;
    this.path = path;
    this.options = options;
    this.deadline = deadline;
  }

  /**
   * The data servers that have a file, in the order of the answers; fails as not found if none has.
   *
   * @param afresh whether the manager must not answer from what it remembers, which takes time
   */
  static CompletableFuture<List<Location>> holders(
      Sessions sessions, Server manager, String path, boolean afresh, long deadline) {
    int options = afresh ? UNIQUE_NAMES | Wire.LOCATE_REFRESH : UNIQUE_NAMES;
    return new Locate(sessions, path, options, deadline).ask(manager);
  }

  /**
   * A data server that has a file and has not failed, empty if there is none.
   *
   * @param shunned one that is chosen only if there is no other
   */
  static CompletableFuture<Optional<Server>> another(
      Sessions sessions,
      Server manager,
      String path,
      boolean afresh,
      Set<Server> failed,
      @Nullable Server shunned,
      long deadline) {
    return holders(sessions, manager, path, afresh, deadline)
        .handle(
            (holders, e) -> {
              if (e == null) {
                return holders.stream()
                    .map(holder -> holder.server().withToken(""))
                    .filter(server -> !failed.contains(server))
                    .min(Comparator.comparing(server -> server.equals(shunned)));
              }
              XrootdException failure = Await.failure(e);
              if (failure.isNotFound()) {
                return Optional.empty();
              }
              throw failure;
            });
  }

  /** All data servers that may have files below a path. */
  static CompletableFuture<List<Location>> all(
      Sessions sessions, Server manager, String path, long deadline) {
    return new Locate(sessions, "*" + path, UNIQUE_NAMES | FOR_LISTING, deadline).ask(manager);
  }

  private CompletableFuture<List<Location>> ask(Server server) {
    asked.add(server);
    return Route.run(
            sessions,
            server,
            null,
            OPERATION,
            path,
            new Opaque(""),
            deadline,
            (p, o, refresh) -> Requests.locate(p, o.after(p), options, deadline))
        .thenCompose(
            arrival -> resolved(arrival.answer(body -> Location.parse(server, body.text(0)))));
  }

  /** Managers replaced by the servers below them. */
  private CompletableFuture<List<Location>> resolved(List<Location> answer) {
    CompletableFuture<Set<Location>> all = CompletableFuture.completedFuture(new LinkedHashSet<>());
    for (Location location : answer) {
      if (!location.manager()) {
        all = all.thenApply(found -> with(found, List.of(location)));
      } else if (asked.add(location.server())) {
        all = all.thenCombine(ask(location.server()), Locate::with);
      }
    }
    return all.thenApply(ArrayList::new);
  }

  private static Set<Location> with(Set<Location> found, List<Location> more) {
    found.addAll(more);
    return found;
  }
}

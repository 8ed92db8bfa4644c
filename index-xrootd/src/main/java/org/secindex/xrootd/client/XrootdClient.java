package org.secindex.xrootd.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A client of XRootD servers. Safe for use by any number of threads; all requests to one server for
 * one user share one connection, which is made when first needed, and ended when it was not for a
 * while: see {@link XrootdOptions#idleTimeout}.
 *
 * <p>Methods without {@code Async} wait for the answer, for {@link XrootdOptions#requestTimeout} at
 * most (the time to connect may come on top), and throw {@link XrootdException}. If the waiting
 * thread is interrupted they throw, too, with the interrupt status set.
 */
// Ends are told through the callbacks given.
@SuppressWarnings("FutureReturnValueIgnored")
public final class XrootdClient implements AutoCloseable {
  private final XrootdOptions options;
  private final Sessions sessions;

  /** A client with {@link XrootdOptions#defaults}. */
  public XrootdClient() {
    this(XrootdOptions.defaults());
  }

  /** A client with settings of your own. */
  public XrootdClient(XrootdOptions options) {
    this(options, Dialer.Resolver.SYSTEM);
  }

  XrootdClient(XrootdOptions options, Dialer.Resolver resolver) {
    this.options = options;
    this.sessions = new Sessions(options, resolver);
  }

  /** Opens a file. */
  public XrootdFile open(XrootdUrl url, OpenMode mode) {
    return Await.opened(openAsync(url, mode));
  }

  /**
   * As {@link #open}, without waiting. A file that is opened after the future was cancelled is
   * closed again.
   */
  public CompletableFuture<XrootdFile> openAsync(XrootdUrl url, OpenMode mode) {
    CompletableFuture<XrootdFile> result = new CompletableFuture<>();
    OpenedFile.open(
            sessions,
            url.server(options.userName()),
            null,
            url.path(),
            new Opaque(url.opaque()),
            mode,
            deadline())
        .whenComplete(
            (o, e) -> {
              if (e != null) {
                result.completeExceptionally(e);
                return;
              }
              XrootdFile file =
                  new XrootdFile(sessions, url, mode, options.requestTimeout().toNanos(), o);
              if (!result.complete(file)) {
                file.abandon();
              }
            });
    return result;
  }

  /** Tells about a file or directory. */
  public StatInfo stat(XrootdUrl url) {
    return Await.result(statAsync(url));
  }

  /** As {@link #stat}, without waiting. */
  public CompletableFuture<StatInfo> statAsync(XrootdUrl url) {
    long deadline = deadline();
    return route(
            url,
            "stat",
            (path, o, refresh) -> Requests.stat(path, o.after(path), deadline),
            deadline)
        .thenApply(arrival -> arrival.answer(body -> StatInfo.parse(body.text(0))));
  }

  /**
   * The data servers on which files below a path may lie, as the same URL at each: several if the
   * URL's server is the manager of a cluster, else the URL itself. Servers that are down are left
   * out, or not, as the manager knows it.
   */
  public List<XrootdUrl> dataServers(XrootdUrl url) {
    return Await.result(dataServersAsync(url, deadline()));
  }

  private CompletableFuture<List<XrootdUrl>> dataServersAsync(XrootdUrl url, long deadline) {
    Server server = url.server(options.userName());
    return sessions
        .get(server)
        .thenCompose(
            session ->
                session.protocol().isManager()
                    ? Locate.all(sessions, server, url.path(), deadline)
                        .thenApply(all -> at(all, url))
                    : CompletableFuture.completedFuture(List.of(url)));
  }

  private static List<XrootdUrl> at(List<Location> all, XrootdUrl url) {
    if (all.isEmpty()) {
      // No server at all would pass for servers without the file.
      throw XrootdException.client(
          XrootdError.NO_SERVER,
          "the manager names no data server",
          new Server("", url.host(), url.port(), false, "").toString(),
          Locate.OPERATION,
          url.path(),
          false);
    }
    return all.stream().map(l -> url.at(l.server())).toList();
  }

  /**
   * The data servers that have a file, as the same URL at each; the URL itself if its server is not
   * the manager of a cluster.
   *
   * @param afresh whether the manager shall ask its servers, which takes it some seconds, rather
   *     than answer from what it remembers, which may be hours old
   */
  public List<XrootdUrl> locate(XrootdUrl url, boolean afresh) {
    Server server = url.server(options.userName());
    return Await.result(
        sessions
            .get(server)
            .thenCompose(
                session ->
                    session.protocol().isManager()
                        ? Locate.holders(sessions, server, url.path(), afresh, deadline())
                            .thenApply(all -> all.stream().map(l -> url.at(l.server())).toList())
                        : statAsync(url).thenApply(found -> List.of(url))));
  }

  /**
   * The entries of a directory, in the order of the server, or of the servers of a cluster, of
   * whose entries with equal names the first is taken. Fails if a server does not answer, rather
   * than to be incomplete, and as not found if no server has the directory.
   */
  public List<DirEntry> list(XrootdUrl url) {
    long deadline = deadline();
    Map<String, DirEntry> merged = new LinkedHashMap<>();
    for (List<DirEntry> listing : atEach(url, deadline, server -> listOne(server, deadline))) {
      listing.forEach(entry -> merged.putIfAbsent(entry.name(), entry));
    }
    return List.copyOf(merged.values());
  }

  /**
   * Does something at every data server; returns what it came to at those that have the path. Fails
   * as not found if none has it.
   */
  private <T> List<T> atEach(
      XrootdUrl url, long deadline, Function<XrootdUrl, CompletableFuture<T>> operation) {
    List<CompletableFuture<T>> all =
        Await.result(dataServersAsync(url, deadline)).stream().map(operation).toList();
    List<T> results = new ArrayList<>();
    XrootdException failure = null;
    // All are waited for, so that nothing goes on after this.
    for (CompletableFuture<T> each : all) {
      try {
        results.add(Await.result(each));
      } catch (XrootdException e) {
        failure = failure == null || failure.isNotFound() ? e : failure;
      }
    }
    if (failure != null && (results.isEmpty() || !failure.isNotFound())) {
      throw failure;
    }
    return results;
  }

  private CompletableFuture<List<DirEntry>> listOne(XrootdUrl url, long deadline) {
    return route(
            url,
            "list",
            (path, o, refresh) -> Requests.list(path, o.after(path), deadline),
            deadline)
        .thenCompose(
            listing -> {
              String text = listing.answer(body -> body.text(0));
              return DirEntry.hasStat(text)
                  ? CompletableFuture.completedFuture(listing.answer(body -> DirEntry.parse(text)))
                  : withStats(url, DirEntry.names(text));
            });
  }

  /** For a server that tells nothing but names. */
  private CompletableFuture<List<DirEntry>> withStats(XrootdUrl url, List<String> names) {
    List<CompletableFuture<DirEntry>> entries =
        names.stream()
            .map(name -> statAsync(url.resolve(name)).thenApply(stat -> new DirEntry(name, stat)))
            .toList();
    return CompletableFuture.allOf(entries.toArray(CompletableFuture[]::new))
        .thenApply(done -> entries.stream().map(CompletableFuture::join).toList());
  }

  /** Makes a directory and those above it; one that exists is left as it is. */
  public void mkdir(XrootdUrl url) {
    long deadline = deadline();
    Await.result(
        route(
            url,
            "mkdir",
            (path, o, refresh) -> Requests.mkdir(path, o.after(path), deadline),
            deadline));
  }

  /**
   * Renames a file or directory within a server. An existing file at the new path is replaced at
   * once, as by POSIX rename, on servers whose storage is a file system. Through the manager of a
   * cluster, at one data server that has it: copies at others keep their names.
   *
   * @throws IllegalArgumentException if {@code to} is on another server
   */
  public void rename(XrootdUrl from, XrootdUrl to) {
    if (!from.server(options.userName()).equals(to.server(options.userName()))) {
      throw new IllegalArgumentException("cannot rename " + from + " to another server: " + to);
    }
    long deadline = deadline();
    Await.result(
        route(
            from,
            "rename",
            (path, o, refresh) ->
                Requests.rename(path, o.after(path), o.after(to.path()), deadline),
            deadline));
  }

  /**
   * Removes a file; through the manager of a cluster, at every data server that has it. One that is
   * down keeps its own.
   */
  public void remove(XrootdUrl url) {
    long deadline = deadline();
    atEach(
        url,
        deadline,
        server ->
            route(
                server,
                "remove",
                (path, o, refresh) -> Requests.remove(path, o.after(path), deadline),
                deadline));
  }

  /** Removes an empty directory; the reference server is content if there is none. */
  public void removeDirectory(XrootdUrl url) {
    long deadline = deadline();
    Await.result(
        route(
            url,
            "remove directory",
            (path, o, refresh) -> Requests.removeDirectory(path, o.after(path), deadline),
            deadline));
  }

  /**
   * Asks the server of a URL for values of its configuration, such as {@code version}. Keys that
   * the server does not know are not in the result.
   */
  public Map<String, String> queryConfig(XrootdUrl url, String... keys) {
    long deadline = deadline();
    String all = String.join(" ", keys);
    CompletableFuture<Route.Arrival> asked =
        route(
            url,
            "query config",
            (path, o, refresh) -> Requests.queryConfig(all, deadline),
            deadline);
    String[] lines = Await.result(asked).answer(body -> body.text(0)).split("\n", -1);
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < keys.length && i < lines.length; i++) {
      if (!lines[i].equals(keys[i])) {
        values.put(keys[i], lines[i]);
      }
    }
    return values;
  }

  /**
   * The checksum of a file as the server knows or computes it, in hex. Computing it may take long.
   *
   * @param algorithm as {@code adler32} or {@code crc32c}
   * @throws XrootdException with {@link XrootdError#UNSUPPORTED} if the server has none
   */
  public String checksum(XrootdUrl url, String algorithm) {
    long deadline = deadline();
    Route.Arrival asked =
        Await.result(
            route(
                url,
                "checksum",
                (path, o, refresh) -> {
                  Opaque all = new Opaque(o);
                  all.merge("cks.type=" + algorithm);
                  return Requests.checksum(path, all.after(path), deadline);
                },
                deadline));
    return asked.answer(
        body -> {
          String[] nameAndValue = body.text(0).strip().split(" ", -1);
          if (nameAndValue.length != 2 || !nameAndValue[0].equals(algorithm)) {
            throw new ProtocolViolation(
                "no checksum of type " + algorithm + ": '" + body.text(0) + "'");
          }
          return nameAndValue[1];
        });
  }

  /** Asks the server of a URL for a sign of life. */
  public void ping(XrootdUrl url) {
    long deadline = deadline();
    Await.result(route(url, "ping", (path, o, refresh) -> Requests.ping(deadline), deadline));
  }

  /**
   * How often this client has asked once more, the same server or another, because a connection was
   * lost, or a server failed, hung, or lacked a file.
   */
  public long repeats() {
    return sessions.repeats();
  }

  /**
   * Ends all connections. Requests under way, and all later ones, fail. Calling it again does
   * nothing.
   */
  @Override
  public void close() {
    sessions.close();
  }

  private CompletableFuture<Route.Arrival> route(
      XrootdUrl url, String operation, Route.Encoder encoder, long deadline) {
    return Route.run(
        sessions,
        url.server(options.userName()),
        null,
        operation,
        url.path(),
        new Opaque(url.opaque()),
        deadline,
        encoder);
  }

  private long deadline() {
    return System.nanoTime() + options.requestTimeout().toNanos();
  }
}

/**
 * A client of XRootD servers ({@code root://}) in plain Java: many requests in flight on one
 * connection, vector reads, redirects, waits, deferred answers, TLS, and recovery of read-only
 * files after a lost connection.
 *
 * <p>Start with {@link org.secindex.xrootd.client.XrootdClient}. The package knows nothing of
 * indexes.
 *
 * <p>How a request flows: {@code XrootdClient} or {@code XrootdFile} builds a {@code Request};
 * {@code Route} finds the server for a path (redirects, retries at the manager); {@code Sessions}
 * hands out the one {@code Session} per server and user, which {@code Login} has made ready ({@code
 * Tls}, {@code Authentication}) and {@code KeepAlive} looks after; {@code Session} numbers and
 * sends requests, and {@code Replies} gives the frames that {@code FrameDecoder} finds to the
 * {@code Body} of the request they answer. The bytes of a read go from the socket buffer straight
 * into the caller's buffer.
 */
@NullMarked
package org.secindex.xrootd.client;

import org.jspecify.annotations.NullMarked;

package org.secindex.xrootd.client;

import java.util.concurrent.CompletableFuture;

/**
 * What a server takes in one vector read.
 *
 * @param elements most elements ({@code readv_iov_max})
 * @param elementBytes most bytes of one element ({@code readv_ior_max})
 */
record ReadvLimits(int elements, int elementBytes) {
  /** The keys to ask the server for, in the order of the answer. */
  private static final String KEYS = "readv_iov_max readv_ior_max";

  /** The values of the reference server: 1024 elements, of 2 MiB less one element header. */
  static final ReadvLimits DEFAULT = new ReadvLimits(1024, (2 << 20) - Wire.ELEMENT_HEADER);

  /** Some servers name no real limit (2^31-1): more gains nothing. */
  private static final ReadvLimits MOST = new ReadvLimits(8192, 8 << 20);

  /** Asks a server; the default values if it does not answer that question. */
  static CompletableFuture<ReadvLimits> ask(Session session, long deadline) {
    Request request = Requests.queryConfig(KEYS, deadline);
    session.submit(request);
    return request.done.handle(
        (reply, e) -> {
          if (e == null) {
            return parse(((CollectBody) request.body).text(0));
          }
          XrootdException failure = Await.failure(e);
          if (failure.code() < 0) {
            throw failure;
          }
          return DEFAULT;
        });
  }

  /** The answer has a line for each key; a server that does not know a key gives its name back. */
  static ReadvLimits parse(String answer) {
    String[] lines = answer.split("\n", -1);
    return new ReadvLimits(
        limit(lines, 0, DEFAULT.elements, MOST.elements),
        limit(lines, 1, DEFAULT.elementBytes, MOST.elementBytes));
  }

  private static int limit(String[] lines, int line, int otherwise, int most) {
    String value = line < lines.length ? lines[line].strip() : "";
    if (!value.matches("[0-9]{1,18}") || Long.parseLong(value) == 0) {
      return otherwise;
    }
    return (int) Math.min(most, Long.parseLong(value));
  }
}

package org.secindex.xrootd.client;

import org.jspecify.annotations.Nullable;

/**
 * The stream ids of one session and the requests they stand for. An id is not given again before
 * the final frame of its answer has come, even if nobody waits for it any more; and it is given
 * again as late as can be.
 */
final class InFlight {
  /** Usable ids: 1 to 65534; 0 is for connecting. */
  static final int IDS = 0xfffe;

  private final @Nullable Request[] requests = new Request[IDS + 2];
  private int last;
  private int count;

  boolean isFull() {
    return count == IDS;
  }

  int count() {
    return count;
  }

  /** Gives the request an id; there must be a free one. */
  void add(Request request) {
    do {
      last = last == IDS ? 1 : last + 1;
    } while (requests[last] != null);
    requests[last] = request;
    request.id = last;
    count++;
  }

  @Nullable Request get(int id) {
    return requests[id];
  }

  void remove(Request request) {
    requests[request.id] = null;
    request.id = 0;
    count--;
  }

  /** The one request of the time before the login, which has the id 0. */
  void setFirst(@Nullable Request request) {
    requests[0] = request;
  }
}

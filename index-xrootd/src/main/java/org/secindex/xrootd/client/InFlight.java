package org.secindex.xrootd.client;

import org.jspecify.annotations.Nullable;

/**
 * The requests of one session that were sent and not answered: the stream ids that they have, and
 * the window that bounds them. An id is not given again before the final frame of its answer has
 * come, even if nobody waits for it any more; and it is given again as late as can be.
 */
final class InFlight {
  /** Usable ids: 1 to 65534; 0 is for connecting. */
  static final int IDS = 0xfffe;

  private final @Nullable Request[] requests = new Request[IDS + 2];
  private final int mostRequests;
  private final long mostBytes;

  private int last;
  private int ids;
  private int abandoned;
  private long bytes;

  /**
   * At most so many requests that somebody waits for, and so many bytes in them and their answers.
   */
  InFlight(int mostRequests, long mostBytes) {
    this.mostRequests = mostRequests;
    this.mostBytes = mostBytes;
  }

  /** Whether the request may be sent now; one that is too large for the window goes alone. */
  boolean fits(Request request) {
    int awaited = ids - abandoned;
    return ids < IDS
        && (awaited == 0 || (awaited < mostRequests && bytes + request.weight <= mostBytes));
  }

  /** Gives the request an id. It must fit. */
  void add(Request request) {
    do {
      last = last == IDS ? 1 : last + 1;
    } while (requests[last] != null);
    requests[last] = request;
    request.id = last;
    ids++;
    bytes += request.weight;
  }

  /** The one request of the time before the login, which has the id 0. */
  void addFirst(Request request) {
    requests[0] = request;
  }

  @Nullable Request get(int id) {
    return requests[id];
  }

  /** Nobody waits for the answer any more: the request leaves the window, but keeps its id. */
  void abandon(Request request) {
    request.abandoned = true;
    if (request.id != 0) {
      abandoned++;
      bytes -= request.weight;
    }
  }

  /** How many answers are due that nobody waits for. */
  int abandoned() {
    return abandoned;
  }

  /** The final frame of its answer has come: the id is free. */
  void remove(Request request) {
    requests[request.id] = null;
    if (request.id == 0) {
      return;
    }
    request.id = 0;
    ids--;
    if (request.abandoned) {
      abandoned--;
    } else {
      bytes -= request.weight;
    }
  }
}

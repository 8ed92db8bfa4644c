package org.secindex.xrootd.client;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The requests of one session that have not ended, in the order of submission, and the clock that
 * looks after them while there are any. All on the event loop.
 */
// A clock that cannot be set any more is that of a client that was closed.
@SuppressWarnings("FutureReturnValueIgnored")
final class Deadlines {
  private static final long TICK_MILLIS = 50;

  private final EventLoop loop;
  private final Consumer<List<Request>> overdue;
  private final Set<Request> live = new LinkedHashSet<>();
  private boolean ticking;

  /** {@code overdue} is told now and then, of none or of some, which are then no longer live. */
  Deadlines(EventLoop loop, Consumer<List<Request>> overdue) {
    this.loop = loop;
    this.overdue = overdue;
  }

  void add(Request request) {
    live.add(request);
    if (!ticking) {
      tickLater();
    }
  }

  void remove(Request request) {
    live.remove(request);
  }

  boolean contains(Request request) {
    return live.contains(request);
  }

  boolean isEmpty() {
    return live.isEmpty();
  }

  /** Takes all out. */
  List<Request> drain() {
    List<Request> all = new ArrayList<>(live);
    live.clear();
    return all;
  }

  private void tickLater() {
    ticking = true;
    loop.schedule(this::tick, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void tick() {
    long now = System.nanoTime();
    List<Request> late = new ArrayList<>();
    for (Request r : live) {
      if (r.deadline - now <= 0) {
        late.add(r);
      }
    }
    live.removeAll(late);
    overdue.accept(late);
    ticking = false;
    if (!live.isEmpty()) {
      tickLater();
    }
  }
}

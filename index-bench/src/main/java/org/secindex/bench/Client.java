package org.secindex.bench;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.secindex.api.SecondaryIndex;

/**
 * One thread that asks for its share of the keys. In a closed loop it makes the next call as soon
 * as the last is answered. In an open loop calls have moments when they are due, evenly apart, and
 * those that are late are made at once: their latency from when they were due shows what a caller
 * waits who comes at his own time (no coordinated omission).
 */
final class Client {
  /** Asks for the keys at some positions by one call, and notes the answers. */
  interface Asker {
    /**
     * Asks for one or more keys.
     *
     * @return the position after the last one that was asked for
     */
    int ask(SecondaryIndex index, Queries queries, int position, int end, Answers answers);
  }

  private static final int DIGITS = 3;

  /** Seldom enough for clients not to wait for each other. */
  private static final int TELL_EVERY = 1000;

  /** The system wakes a thread some 0.06 ms late; so long before its time it waits awake. */
  private static final long AWAKE_NANOS = 100_000;

  private final SingleWriterRecorder service = new SingleWriterRecorder(DIGITS);
  private final SingleWriterRecorder intended = new SingleWriterRecorder(DIGITS);
  private final AtomicLong done = new AtomicLong();
  private final int from;
  private final int to;

  /** Asks for the keys at positions {@code from} to before {@code to}. */
  Client(int from, int to) {
    this.from = from;
    this.to = to;
  }

  /**
   * Asks until all keys have been asked for, or until the time is over.
   *
   * @param schedule when calls are due
   */
  void ask(SecondaryIndex index, Queries queries, Asker asker, Answers answers, Schedule schedule) {
    int position = from;
    long keys = 0;
    long told = 0;
    long now = System.nanoTime();
    for (long call = 0; position < to; call++) {
      long due = schedule.isOpenLoop() ? schedule.due(call) : now;
      if (schedule.isOver(due)) {
        break;
      }
      if (schedule.isOver(now)) {
        // It should have been made, and would have waited at least until now.
        intended.recordValue(now - due);
        continue;
      }
      long begin = schedule.isOpenLoop() ? await(due) : now;
      int next = asker.ask(index, queries, position, to, answers);
      now = System.nanoTime();
      service.recordValue(now - begin);
      if (schedule.isOpenLoop()) {
        intended.recordValue(now - due);
      }
      keys += next - position;
      if (keys - told >= TELL_EVERY) {
        done.lazySet(keys);
        told = keys;
      }
      position = next == to && schedule.goesRound() ? from : next;
    }
    done.set(keys);
  }

  private static long await(long due) {
    long now = System.nanoTime();
    for (long left = due - now; left > 0; left = due - now) {
      if (left > AWAKE_NANOS) {
        LockSupport.parkNanos(left - AWAKE_NANOS);
      } else {
        Thread.onSpinWait();
      }
      now = System.nanoTime();
    }
    return now;
  }

  /** How many keys have been asked for, or some less. */
  long done() {
    return done.get();
  }

  /** Latencies of the calls since this was asked last, from when they were made. */
  Histogram service() {
    return service.getIntervalHistogram();
  }

  /** The same from when they were due; empty in a closed loop. */
  Histogram intended() {
    return intended.getIntervalHistogram();
  }
}

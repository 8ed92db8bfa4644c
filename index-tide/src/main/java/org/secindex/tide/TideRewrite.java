package org.secindex.tide;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Makes a log of others. They are never touched. The new one appears under its name only when it is
 * complete; until then it has {@code .partial} behind its name.
 */
public final class TideRewrite {
  private final TideWriter writer;
  private final List<Channel> channels = new ArrayList<>();
  private final SortedSet<Long> taken = new TreeSet<>();
  private long entries;

  private TideRewrite(TideWriter writer) {
    this.writer = writer;
  }

  /**
   * Writes the entries that a query wants into a new log, in the query's order. Channels keep their
   * ids.
   *
   * @throws TideException if the log cannot be read, or {@code out} exists or cannot be written
   */
  public static Rewritten filter(TideReader log, TideQuery query, Path out, WriteOptions options) {
    return write(
        List.of(log), out, options, rewrite -> rewrite.copy(List.of(new Input(log, 0, query))));
  }

  /**
   * Writes the entries of several logs into a new one, by timestamp; where timestamps are equal,
   * those of an earlier log come first, and those of one log as they were written. Channels that
   * are declared alike become one; channels that only share an id get new ones.
   *
   * @param query which entries; its order is ignored, and channel ids are those of each log
   * @throws TideException if a log cannot be read, or {@code out} exists or cannot be written
   */
  public static Rewritten merge(
      List<TideReader> logs, TideQuery query, Path out, WriteOptions options) {
    return write(
        logs,
        out,
        options,
        rewrite -> {
          List<Input> inputs = new ArrayList<>();
          for (TideReader log : logs) {
            inputs.add(new Input(log, inputs.size(), query.order(TideQuery.Order.TIME)));
          }
          rewrite.copy(inputs);
        });
  }

  private interface Job {
    void run(TideRewrite rewrite);
  }

  private static Rewritten write(List<TideReader> logs, Path out, WriteOptions options, Job job) {
    List<TideSource> inputs = logs.stream().map(TideReader::source).toList();
    try (Replacement replacement = Replacement.of(out, options.replace(), inputs)) {
      TideWriter writer = TideWriter.create(replacement.partial(), options.replace(true));
      TideRewrite rewrite = new TideRewrite(writer);
      try (writer) {
        job.run(rewrite);
      }
      replacement.publish();
      return new Rewritten(
          rewrite.channels.size(), writer.chunks(), rewrite.entries, writer.bytes());
    }
  }

  /** A log that is read, and what its channels are called in the new one. */
  private static final class Input implements AutoCloseable {
    private final TideReader log;
    private final int number;
    private final TideQuery query;
    private final TideCursor cursor;
    private final Map<Long, Long> newIds = new HashMap<>();

    Input(TideReader log, int number, TideQuery query) {
      this.log = log;
      this.number = number;
      this.query = query;
      cursor = log.entries(query);
    }

    @Override
    public void close() {
      cursor.close();
    }
  }

  private void copy(List<Input> inputs) {
    PriorityQueue<Input> next =
        new PriorityQueue<>(
            (a, b) -> {
              int byTime = Long.compareUnsigned(a.cursor.timestamp(), b.cursor.timestamp());
              return byTime != 0 ? byTime : Integer.compare(a.number, b.number);
            });
    try {
      for (Input input : inputs) {
        declareChannels(input);
        if (input.cursor.next()) {
          next.add(input);
        }
      }
      for (Input input = next.poll(); input != null; input = next.poll()) {
        copyEntry(input);
        if (input.cursor.next()) {
          next.add(input);
        }
      }
    } finally {
      inputs.forEach(Input::close);
    }
  }

  private void declareChannels(Input input) {
    for (Channel channel : input.log.channels()) {
      if (input.query.channelIds() == null || input.query.channelIds().contains(channel.id())) {
        newId(input, channel);
      }
    }
  }

  private void copyEntry(Input input) {
    long oldId = input.cursor.channelId();
    Long known = input.newIds.get(oldId);
    long id = known != null ? known : newId(input, Channel.standIn(oldId));
    ByteBuffer payload = input.cursor.payload();
    writer.write(id, input.cursor.timestamp(), payload);
    entries++;
  }

  /**
   * The id of a channel in the new log: that of one alike from another log, its own, or a free one.
   */
  private long newId(Input input, Channel channel) {
    long id = -1;
    for (Channel other : channels) {
      // Of one log, two channels that are declared alike are still two.
      if (id < 0
          && other.withId(channel.id()).equals(channel)
          && !input.newIds.containsValue(other.id())) {
        id = other.id();
      }
    }
    if (id < 0) {
      id = free(channel.id());
      Channel added = channel.withId(id);
      writer.addChannel(added);
      channels.add(added);
      taken.add(id);
    }
    input.newIds.put(channel.id(), id);
    return id;
  }

  /** An id that is not taken: the wanted one, the next behind all, or the smallest. */
  private long free(long wanted) {
    if (!taken.contains(wanted)) {
      return wanted;
    }
    long id = taken.last() < Unsigned.MAX_32 ? taken.last() + 1 : 0;
    while (taken.contains(id)) {
      id++;
    }
    return id;
  }
}

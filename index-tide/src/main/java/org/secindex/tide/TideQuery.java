package org.secindex.tide;

import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which entries, and in which order. Immutable; begin with {@link #ALL}.
 *
 * @param channelIds of these channels; null: of all
 * @param from of this timestamp or later, unsigned
 * @param to of this timestamp or earlier, unsigned
 * @param order in this order
 */
public record TideQuery(@Nullable Set<Long> channelIds, long from, long to, Order order) {
  /** Every entry, as they lie in the file. */
  public static final TideQuery ALL = new TideQuery(null, 0, -1, Order.FILE);

  /** In which order entries come. */
  public enum Order {
    /**
     * As they lie in the file, which is how they were written. Takes no memory if the log is
     * scanned, and about 24 bytes an entry if index blocks are used.
     */
    FILE,

    /**
     * By timestamp, and as they were written where timestamps are equal. Takes about 24 bytes of
     * memory an entry, twice that if they are out of order in the file.
     */
    TIME
  }

  /** Copies the set. */
  public TideQuery {
    channelIds = channelIds == null ? null : Set.copyOf(channelIds);
  }

  /** Only entries of these channels. */
  public TideQuery channels(Collection<Long> ids) {
    return new TideQuery(Set.copyOf(ids), from, to, order);
  }

  /** Only entries of this channel. */
  public TideQuery channel(long id) {
    return channels(Set.of(id));
  }

  /** Only entries of these timestamps, both ends included, unsigned. */
  public TideQuery between(long first, long last) {
    return new TideQuery(channelIds, first, last, order);
  }

  /** In another order. */
  public TideQuery order(Order newOrder) {
    return new TideQuery(channelIds, from, to, newOrder);
  }

  boolean takesAll() {
    return channelIds == null && from == 0 && to == -1;
  }

  boolean takes(long channelId, long timestamp) {
    return Long.compareUnsigned(timestamp, from) >= 0
        && Long.compareUnsigned(timestamp, to) <= 0
        && (channelIds == null || channelIds.contains(channelId));
  }
}

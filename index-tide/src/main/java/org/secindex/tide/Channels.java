package org.secindex.tide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The channels of a log as far as they are known: those declared, and stand-ins for others. */
final class Channels {
  /** More undeclared channels than this are not channels, but damage. */
  private static final int MOST_STAND_INS = 10_000;

  private final Map<Long, Channel> byId = new HashMap<>();
  private final List<Channel> inOrder = new ArrayList<>();

  /** The id asked for last, and the answer: entries of a channel come in rows. */
  private long lastId = -1;

  private boolean lastKnown;

  /** A bit for each known id below 64, which is nearly all of them. */
  private long small;

  private int standIns;

  /** Takes a declaration; returns what the id stood for before if that is something else. */
  @Nullable Channel declare(Channel channel) {
    Channel before = byId.get(channel.id());
    if (before == null) {
      add(channel);
      return null;
    }
    if (!before.declared()) {
      // Entries came first; now the name is known.
      byId.put(channel.id(), channel);
      inOrder.set(inOrder.indexOf(before), channel);
      return null;
    }
    return before.equals(channel) ? null : before;
  }

  /** Whether a declaration does not contradict another. */
  boolean agrees(Channel channel) {
    Channel before = byId.get(channel.id());
    return before == null || !before.declared() || before.equals(channel);
  }

  /** Adds a stand-in; false if there are so many already that this is damage. */
  boolean addStandIn(long id) {
    if (standIns == MOST_STAND_INS) {
      return false;
    }
    standIns++;
    add(Channel.standIn(id));
    return true;
  }

  private void add(Channel channel) {
    byId.put(channel.id(), channel);
    inOrder.add(channel);
    lastId = -1;
    if (channel.id() < Long.SIZE) {
      small |= 1L << channel.id();
    }
  }

  boolean isKnown(long id) {
    if (id < Long.SIZE) {
      return (small >>> id & 1) != 0;
    }
    if (id != lastId) {
      lastId = id;
      lastKnown = byId.containsKey(id);
    }
    return lastKnown;
  }

  /** The channels in the order in which they came. */
  List<Channel> list() {
    return List.copyOf(inOrder);
  }
}

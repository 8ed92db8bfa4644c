package org.secindex.tide;

import java.util.HashMap;
import java.util.Map;
import org.secindex.tide.TideParser.Event;

/** Finds where the entries lie that a query wants. */
final class Selection {
  private final TideSource source;
  private final ReadOptions options;
  private final Outline outline;
  private final LogIndex index;
  private final TideQuery query;
  private final Locations places = new Locations();

  private Selection(
      TideSource source, ReadOptions options, Outline outline, LogIndex index, TideQuery query) {
    this.source = source;
    this.options = options;
    this.outline = outline;
    this.index = index;
    this.query = query;
  }

  /** The places in the query's order: by index blocks where they are, otherwise by scanning. */
  static Locations find(
      TideSource source, ReadOptions options, Outline outline, LogIndex index, TideQuery query) {
    Selection selection = new Selection(source, options, outline, index, query);
    index.forEach(selection::add);
    if (!index.isComplete()) {
      selection.scanTheRest();
    }
    selection.places.sortByPlace();
    if (query.order() == TideQuery.Order.TIME) {
      selection.places.sortByTime();
    }
    return selection.places;
  }

  private void add(long channelId, long timestamp, int chunk, long offset) {
    if (query.takes(channelId, timestamp)) {
      places.add(timestamp, chunk, offset);
    }
  }

  private void scanTheRest() {
    // By position, as ids may be repeated.
    Map<Long, Integer> uncovered = new HashMap<>();
    for (int i = 0; i < outline.chunks().size(); i++) {
      if (!index.covers(i)) {
        uncovered.put(outline.chunks().get(i).position(), i);
      }
    }
    try (LogWalk walk =
        new LogWalk(
            source,
            options.problems(),
            options.time(),
            chunk -> uncovered.containsKey(chunk.position()),
            false)) {
      int number = -1;
      for (Event event = walk.next(); event != Event.END; event = walk.next()) {
        if (event == Event.CHUNK) {
          number = uncovered.getOrDefault(walk.chunk().position(), -1);
        } else if (event == Event.ENTRY && number >= 0) {
          TideParser entry = walk.entries();
          add(entry.entryChannelId(), entry.entryTimestamp(), number, entry.entryOffset());
        }
      }
    }
  }
}

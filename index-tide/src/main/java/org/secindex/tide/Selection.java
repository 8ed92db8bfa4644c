package org.secindex.tide;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.secindex.tide.TideParser.Event;

/** Finds where the entries lie that a query wants. */
final class Selection {
  private final TideSource source;
  private final ReadOptions options;
  private final Outline outline;
  private final LogIndex index;
  private final TideQuery query;
  private final List<Chunk> chunks;
  private final Locations places = new Locations();
  private final BitSet doubted = new BitSet();

  private Selection(
      TideSource source, ReadOptions options, Outline outline, LogIndex index, TideQuery query) {
    this.source = source;
    this.options = options;
    this.outline = outline;
    this.index = index;
    this.query = query;
    chunks = new ArrayList<>(outline.chunks());
  }

  /** The places in the query's order: by index blocks where they are, otherwise by scanning. */
  static Selection find(
      TideSource source, ReadOptions options, Outline outline, LogIndex index, TideQuery query) {
    Selection selection = new Selection(source, options, outline, index, query);
    index.forEach(selection::add);
    if (!index.isComplete()) {
      selection.scanTheRest();
    }
    selection.places.sortByPlace();
    int repeated = selection.places.repeated();
    if (repeated >= 0) {
      Chunk chunk = selection.chunks.get(selection.places.chunk(repeated));
      options
          .problems()
          .accept(
              Problem.of(
                  Problem.Code.INDEX_WRONG,
                  chunk.position(),
                  "INDX rows name one entry of chunk "
                      + chunk.id()
                      + " twice: no row is believed, and the log is scanned"));
      return find(source, options, outline, LogIndex.none(source, outline), query);
    }
    if (query.order() == TideQuery.Order.TIME) {
      selection.places.sortByTime();
    }
    return selection;
  }

  /** The places. */
  Locations places() {
    return places;
  }

  /** Whether entries of a chunk were found though it is damaged, cut or unfinished. */
  boolean isDoubted(int chunk) {
    return doubted.get(chunk);
  }

  /** The chunks that the places name: those of the outline first. */
  List<Chunk> chunks() {
    return chunks;
  }

  private void add(long channelId, long timestamp, int chunk, long offset) {
    if (query.takes(channelId, timestamp)) {
      places.add(timestamp, chunk, offset);
    }
  }

  private void scanTheRest() {
    // By position, as ids may be repeated.
    Map<Long, Integer> uncovered = new HashMap<>();
    Set<Long> covered = new HashSet<>();
    for (int i = 0; i < outline.chunks().size(); i++) {
      long position = outline.chunks().get(i).position();
      if (index.covers(i)) {
        covered.add(position);
      } else {
        uncovered.put(position, i);
      }
    }
    try (LogWalk walk =
        new LogWalk(
            source,
            options.problems(),
            options.time(),
            chunk -> !covered.contains(chunk.position()),
            false,
            false)) {
      int number = -1;
      for (Event event = walk.next(); event != Event.END; event = walk.next()) {
        if (event == Event.CHUNK) {
          number = numberOf(walk, uncovered);
        } else if (event == Event.ENTRY && number >= 0) {
          TideParser entry = walk.entries();
          add(entry.entryChannelId(), entry.entryTimestamp(), number, entry.entryOffset());
          if (walk.recovered()) {
            doubted.set(number);
          }
        }
      }
    }
  }

  /**
   * The number of a chunk; -1 if index blocks cover it. A chunk may be new: if the length of the
   * one before is wrong, and happens to lead to another block, then only its entries tell where it
   * ends.
   */
  private int numberOf(LogWalk walk, Map<Long, Integer> uncovered) {
    if (!walk.inChunk()) {
      return -1;
    }
    Integer number = uncovered.get(walk.chunk().position());
    if (number != null) {
      return number;
    }
    chunks.add(walk.chunk());
    return chunks.size() - 1;
  }
}

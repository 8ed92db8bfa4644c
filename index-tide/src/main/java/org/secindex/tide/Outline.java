package org.secindex.tide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.secindex.tide.Problem.Code;
import org.secindex.tide.TideParser.Event;

/** What blocks a log has, found without looking into its chunks and index blocks. Immutable. */
final class Outline {
  private final List<Channel> channels;
  private final List<Block> blocks;
  private final List<Chunk> chunks;
  private final Map<Long, Integer> chunkNumbers;
  private final Set<Long> repeatedIds;

  private Outline(
      List<Channel> channels,
      List<Block> blocks,
      List<Chunk> chunks,
      Map<Long, Integer> chunkNumbers,
      Set<Long> repeatedIds) {
    this.channels = channels;
    this.blocks = blocks;
    this.chunks = chunks;
    this.chunkNumbers = chunkNumbers;
    this.repeatedIds = repeatedIds;
  }

  static Outline of(TideSource source, ReadOptions options) {
    List<Block> blocks = new ArrayList<>();
    List<Chunk> chunks = new ArrayList<>();
    Map<Long, Integer> numbers = new HashMap<>();
    Set<Long> repeatedIds = new HashSet<>();
    try (LogWalk walk =
        new LogWalk(source, options.problems(), options.time(), chunk -> false, false, false)) {
      TideParser at = walk.blocks();
      for (Event event = walk.next(); event != Event.END; event = walk.next()) {
        switch (event) {
          case HEADER -> blocks.add(block("TIDE", at, 0, 0));
          case CHANNEL -> blocks.add(block("CHAN", at, at.channel().id(), 0));
          case INDEX -> blocks.add(block("INDX", at, at.indexChannelId(), at.indexRows()));
          case CHUNK -> {
            Chunk chunk = at.chunk();
            blocks.add(block("CHNK", at, chunk.id(), chunk.count()));
            if (numbers.putIfAbsent(chunk.id(), chunks.size()) != null) {
              repeatedIds.add(chunk.id());
              options
                  .problems()
                  .accept(
                      Problem.of(
                          Code.CHUNK_ID_REPEATED,
                          chunk.position(),
                          "another chunk has the id " + chunk.id() + " already"));
            }
            chunks.add(chunk);
          }
          default -> {}
        }
      }
      return new Outline(
          walk.channels().list(), List.copyOf(blocks), List.copyOf(chunks), numbers, repeatedIds);
    }
  }

  private static Block block(String tag, TideParser at, long id, long count) {
    return new Block(tag, at.blockPosition(), at.blockEnd(), id, count);
  }

  List<Channel> channels() {
    return channels;
  }

  List<Block> blocks() {
    return blocks;
  }

  List<Chunk> chunks() {
    return chunks;
  }

  /** Where in {@link #chunks} the chunk of that id is; the first, if there are several. */
  @Nullable Integer chunkNumber(long id) {
    return chunkNumbers.get(id);
  }

  /** Whether no other chunk has the id of that one, so that an index can mean it alone. */
  boolean hasUniqueId(int chunkNumber) {
    return !repeatedIds.contains(chunks.get(chunkNumber).id());
  }
}

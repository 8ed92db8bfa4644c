package org.secindex.file;

import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/**
 * An index of segments, as {@code file:} and {@code root:} addresses name: what only such an index
 * can do. {@link org.secindex.api.Indexes} gives it, too.
 *
 * <pre>{@code
 * if (Indexes.open("root://host//data/idx", Access.WRITE) instanceof SegmentedIndex index) {
 *   index.adopt(List.of(Path.of("part7/segment-1-0")), Handover.COPY, entries -> {});
 * }
 * }</pre>
 */
public interface SegmentedIndex extends SecondaryIndex {
  /** What becomes of the files that an index adopts. */
  enum Handover {
    /** They stay, and the index gets copies. */
    COPY,
    /**
     * They are deleted once they belong to the index. On the file system of a local index nothing
     * is copied.
     */
    MOVE
  }

  /**
   * Adds segments that were built elsewhere, by {@link SegmentBuilder} or by loading an index of
   * their own: all of them or, if this throws, none. Every byte is checked, and every entry
   * counted, before. They need not be in order, but the ranges of their keys must not meet those of
   * each other, nor of any segment that is in the index already.
   *
   * @param segments local files, not in the directory of the index: what is no part of it there is
   *     deleted when it is opened for writing
   * @param progress told now and then how many entries have been checked; called by this thread
   * @return the number of entries added
   * @throws org.secindex.api.CorruptIndexException if a segment is damaged; file and offset are
   *     named
   * @throws org.secindex.api.IndexException if ranges meet, naming both files and ranges; if a
   *     segment holds removals, or belongs to an overlay; if the thread is interrupted
   * @throws org.secindex.api.IndexConfigException if the keys are of another domain
   * @throws org.secindex.api.OutcomeUnknownException if the store cannot tell whether it has them
   *     now
   * @throws IllegalStateException if the index was opened for reading
   */
  long adopt(List<Path> segments, Handover handover, LongConsumer progress);

  /**
   * {@link #load(SortedEntries) Loads} several parts at the same time, each read by a thread of its
   * own: at most as many at a time as there are processors.
   *
   * @param parts of ascending keys: all of a part are smaller than all of the next one
   * @throws org.secindex.api.UnsortedInputException if they are not
   */
  long load(List<SortedEntries> parts);
}

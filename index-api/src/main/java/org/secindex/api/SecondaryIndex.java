package org.secindex.api;

import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * A secondary index: sparse 64-bit keys to the chunk and subchunk where each object lives.
 *
 * <pre>{@code
 * try (SecondaryIndex index = Indexes.create("rocksdb:/data/idx", KeyDomain.SIGNED)) {
 *   index.load(entries);
 * }
 * try (SecondaryIndex index = Indexes.open("rocksdb:/data/idx")) {
 *   Optional<Location> where = index.find(433327840428032L);
 *   Lookup answers = index.findAll(ids);
 * }
 * }</pre>
 *
 * <p><b>Absent or failed.</b> A key that the index does not hold is an empty answer. Anything that
 * keeps the index from knowing is an exception: a missing file, a dead server, a damaged block, a
 * failed part of a batch. {@link TransientIndexException} marks those that may pass.
 *
 * <p><b>Threads.</b> An open index may be used by any number of threads. One of them may write at a
 * time: a second concurrent {@code load}, {@code update}, {@code remove} or {@code compact} is
 * refused with an {@link IndexException}, as is a second opening for {@link Access#WRITE}, in this
 * process or another. Readers go on while a writer works, and see its entries at the latest when
 * its call has returned.
 *
 * <p><b>Life.</b> {@link #close} waits for calls under way, ends open cursors, and may be repeated.
 * Every later call throws {@link IndexClosedException}.
 *
 * <p><b>Durability</b> is chosen by the option {@code durability=sync|relaxed} of every backend;
 * see {@link Durability}.
 */
public interface SecondaryIndex extends AutoCloseable {
  /** How the keys of this index are ordered and written. */
  KeyDomain domain();

  /**
   * Looks one key up.
   *
   * @throws IndexException if the index cannot tell
   */
  Optional<Location> find(long key);

  /**
   * Looks many keys up, which is far cheaper than one by one. Any length (0, 1, 200 000), any
   * order, repeats allowed.
   *
   * @return one answer for each position of {@code keys}, in the same order
   * @throws IndexException if any part of the batch cannot be answered; then there is no partial
   *     result
   */
  Lookup findAll(long[] keys);

  /**
   * Reads the entries of a range in ascending order, in constant memory, as they are now: what is
   * written after this call is not seen.
   *
   * @return a cursor, to be closed
   */
  EntryCursor scan(KeyRange range);

  /**
   * Fills an empty index, all or nothing. Until all entries are stored the index is {@link
   * IndexState#BUILDING} and nobody can open it for reading. If this call throws, the index is
   * empty again; if the process dies, it stays BUILDING and can be opened for WRITE and loaded
   * again.
   *
   * @return the number of entries loaded
   * @throws IndexException if the index is not empty
   * @throws UnsortedInputException if the entries are not in order
   * @throws DuplicateKeyException if a key comes twice
   * @throws IllegalStateException if the index was opened for {@link Access#READ}
   */
  long load(SortedEntries entries);

  /**
   * Inserts entries, or replaces the locations of keys that are there already. Idempotent: after a
   * failure, which may leave a part of the entries applied, running the same update again gives the
   * full result. The cost of an entry does not grow with the size of the index.
   *
   * @return the number of entries applied
   * @throws OutcomeUnknownException if the store cannot tell whether the entries were written;
   *     running the update again settles it
   * @throws IllegalStateException if the index was opened for {@link Access#READ}
   */
  long update(SortedEntries entries);

  /**
   * Removes keys, in any order; a key that is not there is no error. Idempotent, as {@link
   * #update}.
   *
   * @throws IllegalStateException if the index was opened for {@link Access#READ}
   */
  void remove(long[] keys);

  /**
   * Rewrites what updates and removals have left behind, so that look-ups cost least again and the
   * space of replaced and removed entries is freed. The content does not change; readers go on all
   * the while, and cursors keep what they opened. Needs room for a second copy of what it rewrites.
   *
   * <p>Never needed, and may be ended at any time: if it throws, if its thread is interrupted or
   * the process dies, the content is as it was, and another call begins anew.
   *
   * @param progress told now and then how many entries have been gone through, where the store
   *     tells; called by this thread
   * @throws IndexException if the thread is interrupted, which stays so; a server may only notice
   *     when it is done with the step that it is at
   * @throws TransientIndexException if the store cannot do it now, as a server that would have to
   *     replace a table beneath an open scan
   * @throws IllegalStateException if the index was opened for {@link Access#READ}
   */
  void compact(LongConsumer progress);

  /** {@link #compact(LongConsumer)} without progress. */
  default void compact() {
    compact(entries -> {});
  }

  /** What is known of the index without reading it all. */
  IndexStatistics statistics();

  /**
   * Reads everything and checks it: order, counts, checksums. Damage is reported in the result, not
   * thrown; what is thrown (a dead server) kept the check from being made.
   *
   * @param progress told now and then how many entries have been read; called by this thread
   */
  Verification verify(LongConsumer progress);

  /** {@link #verify(LongConsumer)} without progress. */
  default Verification verify() {
    return verify(entries -> {});
  }

  /**
   * Reads a part that is chosen by chance and checks it as {@link #verify(LongConsumer)} does, and
   * all that can be checked without reading entries. A backend that cannot choose checks all.
   *
   * @param share how much of what is stored is to be read: above 0, up to 1
   * @param seed the same one chooses the same part, while the index does not change
   * @param progress told now and then how many entries have been read; called by this thread
   * @return counts and sums what was read, entries that are overwritten or removed included
   * @throws IllegalArgumentException if the share is outside its range
   */
  default Verification verifySample(double share, long seed, LongConsumer progress) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share " + share + " outside 0 (without) .. 1");
    }
    return verify(progress);
  }

  /** Ends the index; see the class comment. */
  @Override
  void close();
}

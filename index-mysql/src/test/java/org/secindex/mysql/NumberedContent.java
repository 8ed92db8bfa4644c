package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/**
 * What an index should hold after a number of edits, each of which is several transactions, and how
 * much of an edit it holds.
 */
final class NumberedContent {
  static final KeyDomain DOMAIN = KeyDomain.SIGNED;

  /** Three quarters of them are three units of an update. */
  static final int KEYS = 220_000;

  private static final long STEP = 1_000_003;
  private static final int ABSENT = -1;

  /** By the rank of a key: the edit that has written it last, which is its chunk. */
  private final int[] edits;

  private NumberedContent(int[] edits) {
    this.edits = edits;
  }

  /** How much of an edit is there. */
  enum Part {
    NOTHING,
    SOME,
    ALL
  }

  static NumberedContent empty() {
    int[] edits = new int[KEYS];
    Arrays.fill(edits, ABSENT);
    return new NumberedContent(edits);
  }

  boolean isEmpty() {
    return Arrays.stream(edits).allMatch(edit -> edit == ABSENT);
  }

  /** Most keys, as an edit has written them. */
  static NumberedContent loaded(int edit) {
    int[] edits = empty().edits;
    ranks(edit, false).forEach(rank -> edits[rank] = edit);
    return new NumberedContent(edits);
  }

  /** This, after an edit has replaced the location of many keys and added others. */
  NumberedContent updated(int edit) {
    int[] next = edits.clone();
    ranks(edit, true).forEach(rank -> next[rank] = edit);
    return new NumberedContent(next);
  }

  static SortedEntries loadOf(int edit) {
    return entries(edit, false);
  }

  static SortedEntries updateOf(int edit) {
    return entries(edit, true);
  }

  /** An update leaves other keys out than a load. */
  private static IntStream ranks(int edit, boolean update) {
    int left = update ? ((edit * 0x85ebca6b) >>> 9) & 3 : 3;
    return IntStream.range(0, KEYS).filter(rank -> (((rank * 0x9e3779b9) >>> 13) & 3) != left);
  }

  private static SortedEntries entries(int edit, boolean update) {
    int[] ranks = ranks(edit, update).toArray();
    int[] chunks = new int[ranks.length];
    Arrays.fill(chunks, edit);
    return SortedEntries.of(
        DOMAIN,
        Arrays.stream(ranks).mapToLong(NumberedContent::key).toArray(),
        chunks,
        Arrays.stream(ranks).map(NumberedContent::subChunk).toArray());
  }

  private static long key(int rank) {
    return (rank - KEYS / 3) * STEP;
  }

  private static int subChunk(int rank) {
    return rank * 7919 & 0xfff;
  }

  private static int[] read(SecondaryIndex index, String when) {
    int[] found = empty().edits;
    try (EntryCursor rows = index.scan(KeyRange.all())) {
      while (rows.next()) {
        int rank = (int) Math.floorDiv(rows.key(), STEP) + KEYS / 3;
        boolean right =
            rank >= 0
                && rank < KEYS
                && rows.key() == key(rank)
                && rows.subChunkId() == subChunk(rank)
                && found[rank] == ABSENT;
        assertThat(right).as("row of key %d %s", rows.key(), when).isTrue();
        found[rank] = rows.chunkId();
      }
    }
    return found;
  }

  /**
   * How much there is of the edit that makes {@code next} out of this. Each key must be as it was
   * before or after, and since an edit goes in the order of keys, none may be changed above one
   * that is not.
   */
  Part of(NumberedContent next, SecondaryIndex index, String when) {
    int[] found = read(index, when);
    boolean any = false;
    boolean all = true;
    for (int rank = 0; rank < KEYS; rank++) {
      boolean asAfter = found[rank] == next.edits[rank];
      if (!asAfter && found[rank] != edits[rank]) {
        throw new AssertionError(
            "key %d has edit %d, neither %d nor %d, %s"
                .formatted(key(rank), found[rank], edits[rank], next.edits[rank], when));
      }
      if (edits[rank] != next.edits[rank]) {
        if (asAfter && !all) {
          throw new AssertionError(
              "key %d is changed, but one below is not, %s".formatted(key(rank), when));
        }
        any |= asAfter;
        all &= asAfter;
      }
    }
    return all ? Part.ALL : any ? Part.SOME : Part.NOTHING;
  }
}

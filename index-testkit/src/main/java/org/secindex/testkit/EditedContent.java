package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/**
 * What an index should hold after a number of edits, each of which changes about a quarter of a
 * fixed set of keys, chosen by the number of the edit.
 */
public final class EditedContent {
  /** The order of the keys. */
  public static final KeyDomain DOMAIN = KeyDomain.SIGNED;

  private static final int KEYS = 20_000;
  private static final int ABSENT = -1;

  /** By the rank of the key. */
  private final int[] chunks;

  private EditedContent(int[] chunks) {
    this.chunks = chunks;
  }

  /** Nothing. */
  public static EditedContent empty() {
    int[] chunks = new int[KEYS];
    Arrays.fill(chunks, ABSENT);
    return new EditedContent(chunks);
  }

  /** All keys, at places that this edit gave them. */
  public static EditedContent full(int edit) {
    int[] chunks = new int[KEYS];
    Arrays.fill(chunks, edit);
    return new EditedContent(chunks);
  }

  /** This, after the locations of a part of the keys have been replaced, or set. */
  public EditedContent updated(int edit) {
    return edited(edit, edit);
  }

  /** This, after the same part of the keys has been removed. */
  public EditedContent removed(int edit) {
    return edited(edit, ABSENT);
  }

  /** Whether there is nothing. */
  public boolean isEmpty() {
    return Arrays.stream(chunks).allMatch(chunk -> chunk == ABSENT);
  }

  private EditedContent edited(int edit, int chunk) {
    int[] next = chunks.clone();
    ranks(r -> isTouched(r, edit)).forEach(r -> next[r] = chunk);
    return new EditedContent(next);
  }

  private static boolean isTouched(int rank, int edit) {
    return ((rank * 0x9e3779b9 ^ edit * 0x85ebca6b) >>> 13 & 3) == 0;
  }

  private static IntStream ranks(IntPredicate which) {
    return IntStream.range(0, KEYS).filter(which);
  }

  private static long key(int rank) {
    return (rank - KEYS / 3) * 1_000_003L;
  }

  private static int subChunk(int rank) {
    return rank * 7919 & 0xfff;
  }

  /** What makes {@link #updated} out of what was there before. */
  public static SortedEntries updatesOf(int edit) {
    return entries(ranks(r -> isTouched(r, edit)).toArray(), rank -> edit);
  }

  /** The keys whose removal makes {@link #removed} out of what was there before. */
  public static long[] removalsOf(int edit) {
    return ranks(r -> isTouched(r, edit)).mapToLong(EditedContent::key).toArray();
  }

  /** All of it. */
  public SortedEntries entries() {
    return entries(ranks(r -> chunks[r] != ABSENT).toArray(), rank -> chunks[rank]);
  }

  private static SortedEntries entries(int[] ranks, IntUnaryOperator chunk) {
    return SortedEntries.of(
        DOMAIN,
        Arrays.stream(ranks).mapToLong(EditedContent::key).toArray(),
        Arrays.stream(ranks).map(chunk).toArray(),
        Arrays.stream(ranks).map(EditedContent::subChunk).toArray());
  }

  /** Whether the index holds this and nothing else, by a scan. */
  public boolean isIn(SecondaryIndex index) {
    try (EntryCursor rows = index.scan(KeyRange.all())) {
      for (int rank = 0; rank < KEYS; rank++) {
        if (chunks[rank] == ABSENT) {
          continue;
        }
        boolean same =
            rows.next()
                && rows.key() == key(rank)
                && rows.chunkId() == chunks[rank]
                && rows.subChunkId() == subChunk(rank);
        if (!same) {
          return false;
        }
      }
      return !rows.next();
    }
  }

  /** All checks find the index sound, and it holds this, in scans and in look-ups. */
  public void assertIn(SecondaryIndex index, String when) {
    assertThat(index.verify().problems()).as(when).isEmpty();
    assertThat(isIn(index)).as("content %s", when).isTrue();
    long[] keys = ranks(r -> true).mapToLong(EditedContent::key).toArray();
    var found = index.findAll(keys);
    for (int rank = 0; rank < KEYS; rank++) {
      int chunk = found.isFound(rank) ? found.chunkId(rank) : ABSENT;
      if (chunk != chunks[rank]) {
        assertThat(chunk).as("key %d %s", keys[rank], when).isEqualTo(chunks[rank]);
      }
    }
  }
}

package org.secindex.ingest;

import java.util.ArrayList;
import java.util.List;
import org.secindex.api.DuplicateKeyException;
import org.secindex.api.DuplicatePolicy;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.KeyDomain;
import org.secindex.ingest.EntrySorter.RowCursor;

/** Sorted rows without repeated keys, by the policy for these. */
final class UniqueEntries implements EntrySource {
  private static final int SHOWN_CONFLICTS = 5;

  private final KeyDomain domain;
  private final RowCursor rows;
  private final RowPlaces places;
  private final DuplicatePolicy policy;

  private boolean atRow;
  private long repeats;
  private long conflicts;
  private final List<String> firstConflicts = new ArrayList<>();

  UniqueEntries(KeyDomain domain, RowCursor rows, RowPlaces places, DuplicatePolicy policy) {
    this.domain = domain;
    this.rows = rows;
    this.places = places;
    this.policy = policy;
    atRow = rows.next();
  }

  /**
   * {@inheritDoc}
   *
   * @throws DuplicateKeyException under {@link DuplicatePolicy#REJECT}
   */
  @Override
  public boolean read(EntryBatch batch) {
    batch.clear();
    while (atRow && !batch.isFull()) {
      long key = rows.key();
      int chunkId = rows.chunkId();
      int subChunkId = rows.subChunkId();
      long row = rows.row();
      while (next() && rows.key() == key) {
        if (rows.chunkId() == chunkId && rows.subChunkId() == subChunkId) {
          repeats++;
          continue;
        }
        noteConflict(key, chunkId, subChunkId, row);
        if (policy == DuplicatePolicy.LAST) {
          chunkId = rows.chunkId();
          subChunkId = rows.subChunkId();
          row = rows.row();
        }
      }
      batch.add(key, chunkId, subChunkId);
    }
    return batch.size() > 0;
  }

  private boolean next() {
    atRow = rows.next();
    return atRow;
  }

  private void noteConflict(long key, int chunkId, int subChunkId, long row) {
    conflicts++;
    if (policy == DuplicatePolicy.REJECT || firstConflicts.size() < SHOWN_CONFLICTS) {
      String first = describe(row, chunkId, subChunkId);
      String second = describe(rows.row(), rows.chunkId(), rows.subChunkId());
      if (policy == DuplicatePolicy.REJECT) {
        throw new DuplicateKeyException(domain.format(key), first, second);
      }
      firstConflicts.add(domain.format(key) + ": " + first + " and " + second);
    }
  }

  private String describe(long row, int chunkId, int subChunkId) {
    return places.place(row) + " (chunk " + chunkId + ", subchunk " + subChunkId + ")";
  }

  long repeats() {
    return repeats;
  }

  long conflicts() {
    return conflicts;
  }

  List<String> firstConflicts() {
    return firstConflicts;
  }
}

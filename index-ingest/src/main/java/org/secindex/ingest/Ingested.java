package org.secindex.ingest;

import java.util.OptionalLong;
import org.secindex.api.DuplicatePolicy;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;

/**
 * Inputs that have been read, sorted and checked to the end. Nothing about them can be wrong any
 * more, so that an existing index may be dropped in their favour. Used by one thread at a time.
 */
public final class Ingested implements AutoCloseable {
  private final EntrySorter sorter;
  private final EntrySorter.SortedRows rows;
  private final RowPlaces places;
  private final KeyDomain domain;
  private final DuplicatePolicy policy;
  private final IngestSummary summary;

  Ingested(EntrySorter sorter, InputRows input, IngestOptions options) {
    this.sorter = sorter;
    rows = sorter.finish();
    places = input.places();
    domain = options.domain();
    policy = options.onDuplicate();
    summary = check(input.blankLines());
  }

  /** Goes through all rows once, for conflicts that must be known before anything is written. */
  private IngestSummary check(long blankLines) {
    UniqueEntries unique = unique(OptionalLong.empty());
    EntryBatch batch = new EntryBatch();
    long entries = 0;
    while (unique.read(batch)) {
      entries += batch.size();
    }
    return new IngestSummary(
        places.rows(),
        entries,
        unique.repeats(),
        unique.conflicts(),
        blankLines,
        sorter.inOrder(),
        unique.firstConflicts());
  }

  private UniqueEntries unique(OptionalLong expectedCount) {
    return new UniqueEntries(domain, rows.open(), places, policy, expectedCount);
  }

  /** What was found. */
  public IngestSummary summary() {
    return summary;
  }

  /** The entries from the first on. May be called again; the earlier ones then end. */
  public SortedEntries entries() {
    return SortedEntries.of(domain, unique(OptionalLong.of(summary.entries())));
  }

  /** Releases the entries. */
  @Override
  public void close() {
    sorter.close();
  }
}

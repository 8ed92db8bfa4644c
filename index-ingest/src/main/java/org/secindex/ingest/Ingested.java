package org.secindex.ingest;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.secindex.api.DuplicatePolicy;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;

/**
 * Inputs that have been read to the end, and sorted. All that can still be wrong with them is that
 * a key comes with two locations: that shows while the {@link #entries} are read, or, for whoever
 * must know before anything is changed, in {@link #summary}. Used by one thread at a time.
 */
public final class Ingested implements AutoCloseable {
  private final EntrySorter sorter;
  private final EntrySorter.SortedRows rows;
  private final RowPlaces places;
  private final KeyDomain domain;
  private final DuplicatePolicy policy;
  private final InputNotes notes;
  private Optional<IngestSummary> summary = Optional.empty();
  private @Nullable SortedEntries given;

  Ingested(EntrySorter sorter, InputRows input, IngestOptions options) {
    this.sorter = sorter;
    rows = sorter.finish();
    places = input.places();
    domain = options.domain();
    policy = options.onDuplicate();
    notes = input.notes();
  }

  /** How many rows were read, repeated keys included. */
  public long rows() {
    return places.rows();
  }

  /** What else was found beside rows. */
  public InputNotes notes() {
    return notes;
  }

  /**
   * What was found. Goes through all rows once, unless {@link #entries} have been read to their
   * end.
   *
   * @throws org.secindex.api.DuplicateKeyException if a key comes with two locations and the policy
   *     is REJECT
   */
  public IngestSummary summary() {
    if (summary.isEmpty()) {
      endEntries();
      EntryBatch batch = new EntryBatch();
      try (EntrySource all = new Summarized()) {
        while (all.read(batch)) {
          // What was found is noted at the end.
        }
      }
    }
    return summary.orElseThrow();
  }

  /**
   * The entries from the first on. May be called again; reading the earlier ones then fails, unless
   * they have been read to their end.
   *
   * <p>Reading them throws {@link org.secindex.api.DuplicateKeyException} if a key comes with two
   * locations and the policy is REJECT.
   */
  public SortedEntries entries() {
    endEntries();
    given = SortedEntries.of(domain, new ReadAhead(new Summarized()));
    return given;
  }

  private void endEntries() {
    if (given != null) {
      given.close();
    }
  }

  /** All entries; at their end it is known what there was. */
  private final class Summarized implements EntrySource {
    private final UniqueEntries unique = new UniqueEntries(domain, rows.open(), places, policy);
    private long entries;

    @Override
    public boolean read(EntryBatch into) {
      boolean more = unique.read(into);
      entries += into.size();
      if (!more) {
        summary = Optional.of(summary());
      }
      return more;
    }

    private IngestSummary summary() {
      return new IngestSummary(
          places.rows(),
          entries,
          unique.repeats(),
          unique.conflicts(),
          notes,
          firstInversion(),
          sorter.spilledBytes(),
          unique.firstConflicts());
    }

    @Override
    public OptionalLong expectedCount() {
      return summary.map(s -> OptionalLong.of(s.entries())).orElse(OptionalLong.empty());
    }
  }

  private Optional<String> firstInversion() {
    OptionalLong row = sorter.firstInversion();
    return row.isPresent() ? Optional.of(places.place(row.getAsLong())) : Optional.empty();
  }

  /** Releases the entries. */
  @Override
  public void close() {
    endEntries();
    sorter.close();
  }
}

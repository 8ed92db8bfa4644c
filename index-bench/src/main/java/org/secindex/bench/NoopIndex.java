package org.secindex.bench;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexState;
import org.secindex.api.IndexStatistics;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.LookupBuilder;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;
import org.secindex.testkit.Catalogue;

/**
 * Keeps nothing but the checksum of what it was loaded with, and answers from the generator. It can
 * be closed and used again.
 */
final class NoopIndex implements SecondaryIndex {
  private final Catalogue catalogue;
  private final EntryChecksum loaded = new EntryChecksum();

  NoopIndex(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  @Override
  public KeyDomain domain() {
    return catalogue.domain();
  }

  @Override
  public Optional<Location> find(long key) {
    return catalogue.contains(key)
        ? Optional.of(new Location(catalogue.chunkId(key), catalogue.subChunkId(key)))
        : Optional.empty();
  }

  @Override
  public Lookup findAll(long[] keys) {
    LookupBuilder answers = new LookupBuilder(domain(), keys);
    for (int i = 0; i < answers.size(); i++) {
      long key = answers.key(i);
      if (catalogue.contains(key)) {
        answers.found(i, catalogue.chunkId(key), catalogue.subChunkId(key));
      }
    }
    return answers.build();
  }

  /** Of all entries, whatever the range: the bench asks for no other. */
  @Override
  public EntryCursor scan(KeyRange range) {
    return new EntryCursor(domain(), catalogue.entries());
  }

  @Override
  public long load(SortedEntries entries) {
    EntryBatch batch = new EntryBatch();
    while (entries.read(batch)) {
      loaded.add(batch);
    }
    return loaded.count();
  }

  @Override
  public long update(SortedEntries entries) {
    throw keepsNothing();
  }

  @Override
  public void remove(long[] keys) {
    throw keepsNothing();
  }

  private static UnsupportedOperationException keepsNothing() {
    return new UnsupportedOperationException("noop keeps nothing that could be changed");
  }

  @Override
  public void compact(LongConsumer progress) {
    throw keepsNothing();
  }

  @Override
  public IndexStatistics statistics() {
    return new IndexStatistics(
        ResultRow.HARNESS,
        domain(),
        IndexState.READY,
        loaded.count(),
        true,
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        "none",
        Map.of());
  }

  @Override
  public Verification verify(LongConsumer progress) {
    return new Verification(loaded.count(), loaded.value(), List.of());
  }

  @Override
  public void close() {}
}

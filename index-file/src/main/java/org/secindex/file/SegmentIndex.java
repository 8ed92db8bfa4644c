package org.secindex.file;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexStatistics;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Lifetime;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.LookupBuilder;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;

/** An index of segments on a {@link SegmentStore}, which it closes with itself. */
final class SegmentIndex implements SegmentedIndex {
  private final SegmentStore store;
  private final String backend;
  private final Present present;
  private final @Nullable Writer writer;
  private final KeyDomain domain;
  private final Lifetime lifetime;
  private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);

  /**
   * @param backend the scheme, for statistics
   * @param writer absent in an index for reading
   */
  SegmentIndex(SegmentStore store, String backend, Present present, @Nullable Writer writer) {
    this.store = store;
    this.backend = backend;
    this.present = present;
    this.writer = writer;
    domain = present.get().domain();
    lifetime = new Lifetime(store.address(), writer == null ? Access.READ : Access.WRITE);
  }

  @Override
  public KeyDomain domain() {
    return domain;
  }

  @Override
  public Optional<Location> find(long key) {
    long stamp = lifetime.enter();
    try {
      View view = present.acquire();
      try {
        long found = view.find(domain.toSortOrder(key), scratch.get());
        return found < 0
            ? Optional.empty()
            : Optional.of(new Location((int) (found >>> 32), (int) found));
      } finally {
        view.release();
      }
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public Lookup findAll(long[] keys) {
    LookupBuilder answers = new LookupBuilder(domain, keys);
    long stamp = lifetime.enter();
    try {
      View view = present.acquire();
      try {
        new BatchFind(view, answers, scratch.get(), BatchFind.WINDOW).run();
      } finally {
        view.release();
      }
    } finally {
      lifetime.exit(stamp);
    }
    return answers.build();
  }

  @Override
  public EntryCursor scan(KeyRange range) {
    long stamp = lifetime.enter();
    try {
      View view = present.acquire();
      boolean taken = false;
      try {
        EntrySource source = batch -> false;
        if (!range.isEmpty(domain)) {
          long first = domain.toSortOrder(range.first(domain));
          source = new Scan(view, first, domain.toSortOrder(range.last(domain)));
          taken = true;
        }
        return lifetime.cursor(domain, source);
      } finally {
        if (!taken) {
          view.release();
        }
      }
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public long load(SortedEntries entries) {
    return load(List.of(entries));
  }

  @Override
  public long load(List<SortedEntries> parts) {
    long stamp = lifetime.enterToWrite("load");
    try {
      parts.forEach(part -> part.requireDomain(domain));
      return writer().load(List.copyOf(parts));
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  @Override
  public long update(SortedEntries entries) {
    long stamp = lifetime.enterToWrite("update");
    try {
      entries.requireDomain(domain);
      return writer().update(entries);
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  @Override
  public void remove(long[] keys) {
    long stamp = lifetime.enterToWrite("remove");
    try {
      writer().remove(keys);
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  @Override
  public void compact(LongConsumer progress) {
    long stamp = lifetime.enterToWrite("compact");
    try {
      writer().compact(progress);
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  @Override
  public long adopt(List<Path> segments, Handover handover, LongConsumer progress) {
    long stamp = lifetime.enterToWrite("adopt");
    try {
      return writer().adopt(segments, handover, progress);
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  private Writer writer() {
    if (writer == null) {
      throw new IllegalStateException(store.address() + " was opened for reading");
    }
    return writer;
  }

  @Override
  public IndexStatistics statistics() {
    long stamp = lifetime.enter();
    try {
      Map<String, String> more = new LinkedHashMap<>();
      View view = present.get();
      more.put("filter-bytes", Long.toString(view.filterBytes()));
      if (writer != null) {
        more.put("compacting", writer.compacting());
      }
      return SegmentStatistics.of(backend, view.manifest(), more);
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public Verification verify(LongConsumer progress) {
    return verify(1, 0, progress);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Chosen are blocks, but at least one of each segment; the manifest, and preamble, fences and
   * footer of every segment are checked whole.
   */
  @Override
  public Verification verifySample(double share, long seed, LongConsumer progress) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share " + share + " outside 0 (without) .. 1");
    }
    return verify(share, seed, progress);
  }

  private Verification verify(double share, long seed, LongConsumer progress) {
    long stamp = lifetime.enter();
    try {
      View view = present.acquire();
      try {
        return new SegmentVerifier(store, view, share, seed, progress).run();
      } finally {
        view.release();
      }
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public void close() {
    lifetime.close(
        () -> {
          try (store) {
            try {
              if (writer != null) {
                writer.close();
              }
            } finally {
              present.get().release();
            }
          }
        });
  }
}

package org.secindex.file;

import java.time.InstantSource;
import java.util.function.Supplier;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexFormatTooNewException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;

/**
 * For implementers of a {@link SegmentStore}: an index of segments on it. The methods are those of
 * {@link org.secindex.api.IndexProvider}, and throw what that says.
 */
public final class SegmentIndexes {
  private final SegmentStore store;
  private final String backend;
  private final InstantSource clock;
  private final Manifests manifests;

  private SegmentIndexes(SegmentStore store, String backend, InstantSource clock) {
    this.store = store;
    this.backend = backend;
    this.clock = clock;
    manifests = new Manifests(store);
  }

  /** What stands in the store, which stays open. */
  public static IndexState state(SegmentStore store) {
    return new Manifests(store).newest().map(Manifest::state).orElse(IndexState.ABSENT);
  }

  /** Deletes the index in the store, which stays open. */
  public static void drop(SegmentStore store) {
    new SegmentIndexes(store, "", InstantSource.system()).drop();
  }

  /**
   * Makes an empty index.
   *
   * @param backend the scheme, for statistics
   * @return the index, which closes the store; the store is also closed if this throws
   */
  public static SegmentedIndex create(
      SegmentStore store, String backend, KeyDomain domain, SegmentOptions options) {
    SegmentIndexes in = new SegmentIndexes(store, backend, InstantSource.system());
    return closingOnFailure(store, () -> in.create(domain, options));
  }

  /**
   * Opens an index. One that is opened for reading stays as it was at that moment: what a writer
   * elsewhere changes is seen by who opens it again.
   *
   * @param backend the scheme, for statistics
   * @return the index, which closes the store; the store is also closed if this throws
   */
  public static SegmentedIndex open(
      SegmentStore store, String backend, Access access, SegmentOptions options) {
    return open(store, backend, access, options, InstantSource.system());
  }

  static SegmentedIndex open(
      SegmentStore store,
      String backend,
      Access access,
      SegmentOptions options,
      InstantSource clock) {
    SegmentIndexes in = new SegmentIndexes(store, backend, clock);
    return closingOnFailure(
        store, () -> access == Access.READ ? in.openToRead() : in.openToWrite(options));
  }

  private static SegmentedIndex closingOnFailure(
      AutoCloseable resource, Supplier<SegmentedIndex> opening) {
    try {
      return opening.get();
    } catch (RuntimeException | Error e) {
      try {
        resource.close();
      } catch (Exception second) { // close() of AutoCloseable declares no less.
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  private SegmentedIndex create(KeyDomain domain, SegmentOptions options) {
    if (manifests.newest().isPresent()) {
      throw alreadyThere();
    }
    store.makeDirectory();
    WriterLock lock = store.lock();
    return closingOnFailure(
        lock,
        () -> {
          if (manifests.newest().isPresent()) {
            throw alreadyThere();
          }
          manifests.deleteAll();
          Manifest manifest = Manifest.empty(1, domain, IndexState.READY);
          manifests.publish(manifest, lock);
          return opened(manifest, lock, options);
        });
  }

  private IndexException alreadyThere() {
    return new IndexException(
        store.address() + ": there is an index already; open it, or drop it first");
  }

  private SegmentedIndex openToRead() {
    while (true) {
      Manifest manifest = newest();
      if (manifest.state() == IndexState.BUILDING) {
        throw Present.building(store.address());
      }
      try {
        View view = View.open(store, manifest);
        return new SegmentIndex(store, backend, new Present(store.address(), view), null);
      } catch (CorruptIndexException e) {
        // A writer that has just published the next version deletes segments of this one.
        if (newest().number() == manifest.number()) {
          throw e;
        }
      }
    }
  }

  private SegmentedIndex openToWrite(SegmentOptions options) {
    // Without an index, no lock: nothing is to be written into what may not be ours.
    Manifest seen = newest();
    WriterLock lock = store.lock();
    return closingOnFailure(
        lock,
        () -> {
          Manifest manifest = newest();
          if (manifest.domain() != seen.domain()) {
            throw new IndexException(store.address() + ": replaced while it was being opened");
          }
          return opened(manifest, lock, options);
        });
  }

  private SegmentedIndex opened(Manifest manifest, WriterLock lock, SegmentOptions options) {
    Present present = new Present(store.address(), View.open(store, manifest));
    boolean opened = false;
    try {
      Versions versions = new Versions(store, present, lock, options.grace(), clock);
      Writer writer = new Writer(store, versions, options);
      SegmentedIndex index = new SegmentIndex(store, backend, present, writer);
      // The last step, since it may begin a compaction in the background.
      writer.begin();
      opened = true;
      return index;
    } finally {
      if (!opened) {
        present.get().release();
      }
    }
  }

  private Manifest newest() {
    return manifests
        .newest()
        .orElseThrow(
            () ->
                new IndexException(
                    "no index at "
                        + store.address()
                        + "; make one with create or 'secindex load'"));
  }

  private void drop() {
    if (!store.exists() || store.list().isEmpty()) {
      return;
    }
    requireOurs();
    try (WriterLock lock = store.lock()) {
      lock.check();
      requireOurs();
      manifests.deleteAll();
      lock.delete();
      store.removeDirectory();
    }
  }

  /** A damaged index, or a newer one, may be dropped, as long as it shows that it is one. */
  private void requireOurs() {
    try {
      manifests.newest();
    } catch (CorruptIndexException | IndexFormatTooNewException e) {
      if (!manifests.newestHasMagic()) {
        throw e;
      }
    }
  }
}

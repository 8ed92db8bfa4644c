package org.secindex.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/**
 * The index that is to be filled: made anew where nothing stands, loaded where an empty or a half
 * loaded one stands, and refused, or replaced if that is wanted, where one with entries stands.
 * Nothing is dropped before {@link #load}.
 */
final class LoadTarget implements AutoCloseable {
  private final String uri;
  private final KeyDomain domain;
  private final boolean replace;

  /** What stands there, open for writing; null if it has to be made. */
  private @Nullable SecondaryIndex index;

  private boolean dropped;

  private LoadTarget(
      String uri, KeyDomain domain, boolean replace, @Nullable SecondaryIndex index) {
    this.uri = uri;
    this.domain = domain;
    this.replace = replace;
    this.index = index;
  }

  /**
   * @param wanted the domain that the user asked for
   * @throws IndexException if there are entries and {@code replace} is not wanted
   */
  static LoadTarget at(String uri, Optional<KeyDomain> wanted, boolean replace) {
    try {
      IndexState state = Indexes.state(uri);
      if (state == IndexState.ABSENT) {
        return new LoadTarget(uri, wanted.orElse(KeyDomain.SIGNED), false, null);
      }
      return existing(uri, wanted, replace, state);
    } catch (CorruptIndexException e) {
      if (!replace) {
        throw e;
      }
      // Whether it may go at all is for the backend to say, when the input has proved good.
      return new LoadTarget(uri, wanted.orElse(KeyDomain.SIGNED), true, null);
    }
  }

  private static LoadTarget existing(
      String uri, Optional<KeyDomain> wanted, boolean replace, IndexState state) {
    SecondaryIndex index = Indexes.open(uri, Access.WRITE);
    try {
      if (replace) {
        return new LoadTarget(uri, wanted.orElse(index.domain()), true, index);
      }
      if (state == IndexState.READY && hasEntries(index)) {
        throw new IndexException(
            uri
                + ": has entries already; --replace drops them first, 'secindex update' adds to"
                + " them");
      }
      if (wanted.isPresent() && wanted.get() != index.domain()) {
        throw new IndexConfigException(
            uri
                + ": is an index of "
                + index.domain()
                + " keys, which cannot be filled with "
                + wanted.get()
                + " ones");
      }
      return new LoadTarget(uri, index.domain(), false, index);
    } catch (RuntimeException e) {
      index.close();
      throw e;
    }
  }

  private static boolean hasEntries(SecondaryIndex index) {
    try (EntryCursor all = index.scan(KeyRange.all())) {
      return all.next();
    }
  }

  /** How the keys of the index are, or will be, read and ordered. */
  KeyDomain domain() {
    return domain;
  }

  /** Whether entries will be dropped by {@link #load}. */
  boolean replaces() {
    return replace;
  }

  /** Whether they have been. */
  boolean hasDropped() {
    return dropped;
  }

  /** Fills the index; tells the number of entries. */
  long load(SortedEntries entries) {
    if (replace) {
      close();
      Indexes.drop(uri);
      dropped = true;
    }
    if (index == null) {
      index = Indexes.create(uri, domain);
    }
    return index.load(entries);
  }

  @Override
  public void close() {
    if (index != null) {
      index.close();
      index = null;
    }
  }
}

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
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/**
 * The index that is to be filled: made anew where nothing stands, loaded where an empty or a half
 * loaded one stands, and refused, or replaced if that is wanted, where one with entries stands.
 * Nothing is dropped before {@link #load}, and what this makes is dropped if it fails: an index
 * that was to hold entries, and answers as if there were none, would mislead.
 */
final class LoadTarget implements AutoCloseable {
  private final String uri;
  private final KeyDomain domain;
  private final boolean replace;

  /** How things stand when a load has failed, in words that follow the address. */
  private String undone;

  /** What stands there, open for writing; null if it has to be made. */
  private @Nullable SecondaryIndex index;

  private LoadTarget(
      String uri,
      KeyDomain domain,
      boolean replace,
      @Nullable SecondaryIndex index,
      IndexState state) {
    this.uri = uri;
    this.domain = domain;
    this.replace = replace;
    this.index = index;
    undone =
        state == IndexState.BUILDING ? "is empty; it can be loaded again" : IndexWriting.AS_IT_WAS;
  }

  /**
   * @param wanted the domain that the user asked for
   * @throws IndexException if there are entries and {@code replace} is not wanted
   */
  static LoadTarget at(String uri, Optional<KeyDomain> wanted, boolean replace) {
    try {
      IndexState state = Indexes.state(uri);
      if (state == IndexState.ABSENT) {
        return new LoadTarget(uri, wanted.orElse(KeyDomain.SIGNED), false, null, state);
      }
      return existing(uri, wanted, replace, state);
    } catch (CorruptIndexException e) {
      if (!replace) {
        throw e;
      }
      // Whether it may go at all is for the backend to say, when the input has proved good.
      return new LoadTarget(uri, wanted.orElse(KeyDomain.SIGNED), true, null, IndexState.READY);
    }
  }

  private static LoadTarget existing(
      String uri, Optional<KeyDomain> wanted, boolean replace, IndexState state) {
    SecondaryIndex index = Indexes.open(uri, Access.WRITE);
    try {
      if (replace) {
        return new LoadTarget(uri, wanted.orElse(index.domain()), true, index, state);
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
      return new LoadTarget(uri, index.domain(), false, index, state);
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

  /** How things stand when a load has failed, in words that follow the address. */
  String undone() {
    return undone;
  }

  /** Fills the index; tells the number of entries. */
  long load(SortedEntries entries) {
    if (replace) {
      close();
      Indexes.drop(uri);
      undone = "is gone: its old entries were dropped, the new ones are not there; load again";
    }
    return index == null ? loadNew(entries) : index.load(entries);
  }

  private long loadNew(SortedEntries entries) {
    SecondaryIndex made = Indexes.create(uri, domain);
    index = made;
    try {
      return made.load(entries);
    } catch (OutcomeUnknownException e) {
      // It may be complete.
      throw e;
    } catch (RuntimeException | Error e) {
      takeBack(e);
      throw e;
    }
  }

  private void takeBack(Throwable failure) {
    try {
      close();
      Indexes.drop(uri);
    } catch (RuntimeException e) {
      undone =
          "has no entries, but cannot be removed: " + e.getMessage() + "; it can be loaded again";
      failure.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    if (index != null) {
      index.close();
      index = null;
    }
  }
}

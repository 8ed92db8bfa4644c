package org.secindex.testkit;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.IndexException;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexProvider;
import org.secindex.api.IndexState;
import org.secindex.api.IndexUri;
import org.secindex.api.KeyDomain;
import org.secindex.api.OptionReader;
import org.secindex.api.SecondaryIndex;

/**
 * The oracle as a backend, {@code memory:NAME}: keeps its indexes until the process ends. It is not
 * registered as a service, so that no user meets it by accident: tests register it in their own
 * {@code META-INF/services}.
 */
public final class MemoryIndexProvider implements IndexProvider {
  // An address must mean the same index to every instance that the ServiceLoader makes.
  private static final Map<String, MemoryIndex.Stored> INDEXES = new ConcurrentHashMap<>();

  @Override
  public Set<String> schemes() {
    return Set.of("memory");
  }

  @Override
  public String summary() {
    return "an index in the memory of this process, for tests";
  }

  @Override
  public String example() {
    return "memory:name";
  }

  @Override
  public String engine() {
    return "java.util.TreeMap";
  }

  @Override
  public List<IndexOption> options() {
    return List.of(IndexOption.DURABILITY);
  }

  @Override
  public IndexState state(IndexUri uri) {
    checkOptions(uri);
    MemoryIndex.Stored stored = INDEXES.get(uri.place());
    return stored == null ? IndexState.ABSENT : stored.state;
  }

  @Override
  public SecondaryIndex create(IndexUri uri, KeyDomain domain) {
    checkOptions(uri);
    MemoryIndex.Stored stored = new MemoryIndex.Stored(domain);
    if (INDEXES.putIfAbsent(uri.place(), stored) != null) {
      throw new IndexException(uri + ": an index is there already: open it, or drop it first");
    }
    return new MemoryIndex(uri.toString(), stored, Access.WRITE);
  }

  @Override
  public SecondaryIndex open(IndexUri uri, Access access) {
    checkOptions(uri);
    MemoryIndex.Stored stored = INDEXES.get(uri.place());
    if (stored == null) {
      throw new IndexException("no index at " + uri + "; make one with create");
    }
    if (access == Access.READ && stored.state == IndexState.BUILDING) {
      throw new IndexException(uri + " is BUILDING: its load has not ended; load it again");
    }
    if (access == Access.WRITE && stored.writer != null) {
      throw new IndexException(uri + " is in use by another writer: close it first");
    }
    return new MemoryIndex(uri.toString(), stored, access);
  }

  @Override
  public void drop(IndexUri uri) {
    checkOptions(uri);
    MemoryIndex.Stored stored = INDEXES.get(uri.place());
    if (stored != null && stored.writer != null) {
      throw new IndexException(uri + " is in use by another writer: close it first");
    }
    INDEXES.remove(uri.place());
  }

  private void checkOptions(IndexUri uri) {
    OptionReader in = new OptionReader(uri, options());
    in.oneOf("durability", Durability.class);
    in.finish();
  }
}

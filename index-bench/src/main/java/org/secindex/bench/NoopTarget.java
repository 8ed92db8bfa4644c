package org.secindex.bench;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.Catalogue;

/**
 * No store: answers at once from the generator. What it takes is what the bench itself takes, below
 * which no store can be measured.
 */
final class NoopTarget implements Target {
  private final Map<String, NoopIndex> indexes = new HashMap<>();

  @Override
  public StoreName name() {
    return StoreName.HARNESS;
  }

  @Override
  public String engine() {
    return "the bench itself, without a store";
  }

  @Override
  public SecondaryIndex create(String index, Catalogue catalogue) {
    NoopIndex made = new NoopIndex(catalogue);
    indexes.put(index, made);
    return made;
  }

  @Override
  public SecondaryIndex open(String index, Access access) {
    NoopIndex made = indexes.get(index);
    if (made == null) {
      throw new IndexException("noop: there is no index " + index);
    }
    return made;
  }

  @Override
  public void drop(String index) {
    indexes.remove(index);
  }

  @Override
  public Map<String, String> settings() {
    return Map.of();
  }

  /** There is nothing that could be in memory. */
  @Override
  public Optional<String> cool() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}

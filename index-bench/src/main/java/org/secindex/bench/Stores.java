package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.secindex.api.Durability;

/**
 * Which stores are measured, and how they are set up.
 *
 * @param backends which, in this order: {@code file}, {@code rocksdb}, {@code mysql}, {@code
 *     xrootd}, or the scheme of any other local backend on the class path. Before all of them comes
 *     {@code noop}, the bench itself without a store
 * @param durability of all alike
 * @param cacheBytes of each store that has a cache of its own: InnoDB's buffer pool, RocksDB's
 *     block cache
 * @param mysql address of a database to use, as {@code mysql://user@host:3306/db}; empty: a server
 *     of our own
 * @param mysqlLayouts of {@code mysql}; each is measured as a store of its own
 * @param xrootd address of a directory to use, as {@code root://host:1094//data}; empty: servers of
 *     our own
 * @param xrootdTopologies of the servers of our own; each is measured as a store of its own
 * @param faults made on purpose
 */
public record Stores(
    List<String> backends,
    Durability durability,
    long cacheBytes,
    Optional<String> mysql,
    List<MySqlLayout> mysqlLayouts,
    Optional<String> xrootd,
    List<XrootdTopology> xrootdTopologies,
    Faults faults) {
  /** All that this project has. */
  public static final List<String> ALL_BACKENDS = List.of("file", "rocksdb", "mysql", "xrootd");

  private static final int SMALLEST_CACHE = 8 << 20;

  /** Copies the lists. */
  public Stores {
    backends = backends.stream().distinct().toList();
    mysqlLayouts = mysqlLayouts.stream().distinct().toList();
    xrootdTopologies = xrootdTopologies.stream().distinct().toList();
  }

  /** With a cache of 1 GiB, {@code SYNC}, one table, one XRootD server, all started for the run. */
  public static Stores of(List<String> backends) {
    return new Stores(
        backends,
        Durability.SYNC,
        1L << 30,
        Optional.empty(),
        List.of(MySqlLayout.SINGLE),
        Optional.empty(),
        List.of(XrootdTopology.SINGLE),
        Faults.NONE);
  }

  void check(List<String> problems) {
    if (cacheBytes < SMALLEST_CACHE) {
      problems.add("bench: cache: " + cacheBytes + " bytes; at least 8 MiB are needed");
    }
    if (mysqlLayouts.isEmpty() || xrootdTopologies.isEmpty()) {
      problems.add("bench: name at least one layout of mysql and topology of xrootd");
    }
    faults.check(problems);
  }

  /** The stores in the order in which they are measured. */
  List<StoreName> names() {
    List<StoreName> names = new ArrayList<>(List.of(StoreName.HARNESS));
    for (String backend : backends) {
      if (!backend.equals(ResultRow.HARNESS)) {
        layouts(backend).forEach(layout -> names.add(new StoreName(backend, layout)));
      }
    }
    return names;
  }

  private Stream<String> layouts(String backend) {
    return switch (backend) {
      case "mysql" -> mysqlLayouts.stream().map(MySqlLayout::label);
      case "xrootd" ->
          xrootd.isPresent()
              ? Stream.of(XrootdTopology.SINGLE.toString())
              : xrootdTopologies.stream().map(XrootdTopology::toString);
      default -> Stream.of("local");
    };
  }

  /** As an option of addresses. */
  String durabilityOption() {
    return "durability=" + durabilityLabel();
  }

  String durabilityLabel() {
    return durability.name().toLowerCase(Locale.ROOT);
  }
}

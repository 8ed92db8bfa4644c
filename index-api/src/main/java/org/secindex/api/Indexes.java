package org.secindex.api;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The front door: makes, opens and drops indexes by address. The backend is chosen by the scheme of
 * the address among the {@link IndexProvider}s on the class path; adding a Maven dependency adds a
 * backend.
 *
 * <p>All methods throw {@link IndexConfigException} if the address is malformed, its scheme is not
 * served, or an option is unknown or wrong. Their other exceptions are those of the {@link
 * IndexProvider} method of the same name. Safe for use by several threads.
 */
public final class Indexes {
  /** Where the backends of this project are found, for the message that misses one. */
  private static final Map<String, String> COORDINATES =
      Map.of(
          "file", "org.secindex:index-file",
          "rocksdb", "org.secindex:index-rocksdb",
          "mysql", "org.secindex:index-mysql",
          "root", "org.secindex:index-xrootd",
          "roots", "org.secindex:index-xrootd");

  private Indexes() {}

  /** Makes an empty index and opens it for {@link Access#WRITE}. */
  public static SecondaryIndex create(String uri, KeyDomain domain) {
    IndexUri address = IndexUri.parse(uri);
    return provider(address.scheme()).create(address, domain);
  }

  /** Opens an index for {@link Access#READ}. */
  public static SecondaryIndex open(String uri) {
    return open(uri, Access.READ);
  }

  /** Opens an index. */
  public static SecondaryIndex open(String uri, Access access) {
    IndexUri address = IndexUri.parse(uri);
    return provider(address.scheme()).open(address, access);
  }

  /** Tells what stands at an address. */
  public static IndexState state(String uri) {
    IndexUri address = IndexUri.parse(uri);
    return provider(address.scheme()).state(address);
  }

  /** Deletes an index, whatever its state. */
  public static void drop(String uri) {
    IndexUri address = IndexUri.parse(uri);
    provider(address.scheme()).drop(address);
  }

  /**
   * The backends on the class path, in no particular order; broken ones are left out, and {@link
   * #unusable} names them.
   */
  public static List<IndexProvider> providers() {
    return discover(new ArrayList<>());
  }

  /**
   * The backends on the class path that cannot be loaded: of each its class, where that is known,
   * and the reason.
   */
  public static List<String> unusable() {
    List<String> broken = new ArrayList<>();
    List<IndexProvider> unused = discover(broken);
    return broken;
  }

  /**
   * The backend that serves a scheme.
   *
   * @throws IndexConfigException if there is none, or more than one
   */
  public static IndexProvider provider(String scheme) {
    List<String> broken = new ArrayList<>();
    List<IndexProvider> all = discover(broken);
    List<IndexProvider> serving = all.stream().filter(p -> p.schemes().contains(scheme)).toList();
    if (serving.size() == 1) {
      return serving.get(0);
    }
    if (serving.size() > 1) {
      throw new IndexConfigException(
          "scheme '" + scheme + "' is served twice: by " + names(serving) + "; remove one of them");
    }
    throw new IndexConfigException(unknownScheme(scheme, all, broken));
  }

  private static String unknownScheme(String scheme, List<IndexProvider> all, List<String> broken) {
    List<String> found = all.stream().flatMap(p -> p.schemes().stream()).sorted().toList();
    StringBuilder message =
        new StringBuilder("no backend for scheme '").append(scheme).append("'; found: ");
    message.append(found.isEmpty() ? "none" : String.join(", ", found));
    String coordinate = COORDINATES.get(scheme);
    if (coordinate != null) {
      message.append("; add ").append(coordinate).append(" to the class path");
    }
    for (String problem : broken) {
      message.append("; not usable: ").append(problem);
    }
    return message.toString();
  }

  private static String names(List<IndexProvider> providers) {
    return String.join(" and ", providers.stream().map(p -> p.getClass().getName()).toList());
  }

  private static List<IndexProvider> discover(List<String> broken) {
    List<IndexProvider> found = new ArrayList<>();
    Iterator<IndexProvider> all = ServiceLoader.load(IndexProvider.class).iterator();
    while (true) {
      try {
        if (!all.hasNext()) {
          return found;
        }
        found.add(all.next());
      } catch (ServiceConfigurationError | LinkageError e) {
        // One broken jar must not take the others away; whoever wants it is told. A class of a
        // newer Java, or that misses another one, is a LinkageError which the loader lets through.
        broken.add(
            e instanceof ServiceConfigurationError
                ? String.valueOf(e.getMessage())
                : String.valueOf(e));
      }
    }
  }
}

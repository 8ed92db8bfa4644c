package org.secindex.bench;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexProvider;
import org.secindex.api.IndexState;
import org.secindex.api.IndexUri;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Location;
import org.secindex.api.LookupBuilder;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.TransientIndexException;
import org.secindex.testkit.MemoryIndexProvider;

/** Indexes with one fault each, which the bench must find; the scheme names it. */
public final class WrongIndexProvider implements IndexProvider {
  private static final Set<String> FAULTS =
      Set.of(
          "wrong-location",
          "finds-absent",
          "misses-present",
          "misses-in-batch",
          "loses-entry",
          "ignores-update",
          "skips-in-scan",
          "disorder-in-scan",
          "breaks-in-find",
          "breaks-in-load",
          "memory-in-load");

  private final MemoryIndexProvider memory = new MemoryIndexProvider();

  @Override
  public Set<String> schemes() {
    return FAULTS;
  }

  @Override
  public String summary() {
    return "a wrong index";
  }

  @Override
  public String example() {
    return "wrong-location:name";
  }

  @Override
  public String engine() {
    return "none";
  }

  @Override
  public List<IndexOption> options() {
    return memory.options();
  }

  private static IndexUri inMemory(IndexUri uri) {
    return new IndexUri("memory", uri.scheme() + uri.place(), uri.options());
  }

  @Override
  public IndexState state(IndexUri uri) {
    return memory.state(inMemory(uri));
  }

  @Override
  public SecondaryIndex create(IndexUri uri, KeyDomain domain) {
    return broken(uri.scheme(), memory.create(inMemory(uri), domain));
  }

  @Override
  public SecondaryIndex open(IndexUri uri, Access access) {
    return broken(uri.scheme(), memory.open(inMemory(uri), access));
  }

  @Override
  public void drop(IndexUri uri) {
    memory.drop(inMemory(uri));
  }

  private static SecondaryIndex broken(String fault, SecondaryIndex right) {
    return (SecondaryIndex)
        Proxy.newProxyInstance(
            SecondaryIndex.class.getClassLoader(),
            new Class<?>[] {SecondaryIndex.class},
            (proxy, method, arguments) -> {
              Object[] given = arguments == null ? new Object[0] : arguments;
              return call(fault, right, method, given);
            });
  }

  /** The first two entries of each batch change places. */
  private static EntrySource swapped(EntryCursor rows) {
    return into -> {
      boolean more = rows.read(into);
      if (into.size() > 1) {
        long first = into.keys[0];
        into.keys[0] = into.keys[1];
        into.keys[1] = first;
      }
      return more;
    };
  }

  private static Object call(String fault, SecondaryIndex right, Method method, Object[] arguments)
      throws Throwable {
    switch (fault + " " + method.getName()) {
      case "wrong-location find":
        return right.find((long) arguments[0]).map(l -> new Location(l.chunkId() + 1, 0));
      case "finds-absent find":
        return Optional.of(right.find((long) arguments[0]).orElse(new Location(0, 0)));
      case "misses-present find":
        return right.find((long) arguments[0]).filter(l -> (long) arguments[0] % 50 != 0);
      case "misses-in-batch findAll":
        return new LookupBuilder(right.domain(), (long[]) arguments[0]).build();
      case "ignores-update update":
        return 0L;
      case "skips-in-scan scan":
        EntryCursor rows = right.scan((KeyRange) arguments[0]);
        rows.next();
        return rows;
      case "disorder-in-scan scan":
        return new EntryCursor(right.domain(), swapped(right.scan((KeyRange) arguments[0])));
      case "memory-in-load load":
        throw new OutOfMemoryError("Java heap space");
      case "breaks-in-find find":
        throw new TransientIndexException("connection lost,\nsee the log");
      case "breaks-in-load load":
        throw new TransientIndexException("disk full");
      default:
        try {
          Object result = method.invoke(right, arguments);
          if (fault.equals("loses-entry") && method.getName().equals("load")) {
            right.remove(new long[] {0});
          }
          return result == null ? "void" : result;
        } catch (InvocationTargetException e) {
          throw e.getCause();
        }
    }
  }
}

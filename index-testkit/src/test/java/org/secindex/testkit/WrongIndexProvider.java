package org.secindex.testkit;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.secindex.api.Access;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexProvider;
import org.secindex.api.IndexState;
import org.secindex.api.IndexUri;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;

/** Indexes with one fault each, at {@code wrong:FAULT/NAME}: the memory index, spoiled. */
public final class WrongIndexProvider implements IndexProvider {
  private final MemoryIndexProvider memory = new MemoryIndexProvider();

  private static Fault faultOf(IndexUri uri) {
    String place = uri.place();
    return Fault.valueOf(place.substring(0, place.indexOf('/')).toUpperCase(Locale.ROOT));
  }

  private static IndexUri inMemory(IndexUri uri) {
    return new IndexUri(
        "memory", uri.place(), faultOf(uri) == Fault.IGNORES_OPTIONS ? Map.of() : uri.options());
  }

  @Override
  public Set<String> schemes() {
    return Set.of("wrong");
  }

  @Override
  public String summary() {
    return "deliberately wrong";
  }

  @Override
  public String example() {
    return "wrong:FAULT/name";
  }

  @Override
  public String engine() {
    return "none";
  }

  @Override
  public List<IndexOption> options() {
    return memory.options();
  }

  @Override
  public IndexState state(IndexUri uri) {
    IndexState state = memory.state(inMemory(uri));
    return faultOf(uri) == Fault.LOAD_VISIBLE && state == IndexState.BUILDING
        ? IndexState.READY
        : state;
  }

  @Override
  public SecondaryIndex create(IndexUri uri, KeyDomain domain) {
    return new WrongIndex(memory.create(inMemory(uri), domain), faultOf(uri));
  }

  @Override
  public SecondaryIndex open(IndexUri uri, Access access) {
    Fault fault = faultOf(uri);
    if (fault == Fault.MAKES_MISSING && state(uri) == IndexState.ABSENT) {
      return create(uri, KeyDomain.SIGNED);
    }
    Access granted = fault == Fault.TWO_WRITERS ? Access.READ : access;
    boolean harmless = fault == Fault.LEAKS_THREADS && access == Access.READ;
    return new WrongIndex(memory.open(inMemory(uri), granted), harmless ? Fault.NONE : fault);
  }

  @Override
  public void drop(IndexUri uri) {
    memory.drop(inMemory(uri));
  }
}

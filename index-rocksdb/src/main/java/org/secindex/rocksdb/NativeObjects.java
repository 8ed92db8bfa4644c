package org.secindex.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import org.rocksdb.AbstractNativeReference;

/**
 * The native objects of one owner, freed in the reverse order of their making. RocksDB's Java
 * objects have no finalizer: what is not closed is leaked, and what is closed too early is a crash.
 */
final class NativeObjects implements AutoCloseable {
  private final Deque<AbstractNativeReference> owned = new ArrayDeque<>();

  /** Takes an object over. */
  <T extends AbstractNativeReference> T own(T object) {
    owned.push(object);
    return object;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      owned.pop().close();
    }
  }
}

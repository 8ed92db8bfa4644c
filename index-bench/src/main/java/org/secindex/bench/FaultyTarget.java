package org.secindex.bench;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.secindex.api.Access;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.Catalogue;

/**
 * Another store, made worse on purpose. In results it has the name of the other one, with which it
 * is to be compared, and a remark.
 */
record FaultyTarget(Target store, Faults faults) implements Target {
  @Override
  public StoreName name() {
    return store.name();
  }

  @Override
  public String engine() {
    return store.engine();
  }

  @Override
  public SecondaryIndex create(String index, Catalogue catalogue) {
    return new FaultyIndex(store.create(index, catalogue), faults);
  }

  @Override
  public SecondaryIndex open(String index, Access access) {
    return new FaultyIndex(store.open(index, access), faults);
  }

  @Override
  public void drop(String index) {
    store.drop(index);
  }

  @Override
  public Map<String, Long> processes() {
    return store.processes();
  }

  @Override
  public boolean isServer() {
    return store.isServer();
  }

  @Override
  public Map<String, String> settings() {
    return store.settings();
  }

  @Override
  public String remark() {
    return faults.remark();
  }

  @Override
  public boolean keepsIndexes() {
    return store.keepsIndexes();
  }

  @Override
  public Optional<String> cool() throws IOException {
    return store.cool();
  }

  @Override
  public void close() throws IOException {
    store.close();
  }
}

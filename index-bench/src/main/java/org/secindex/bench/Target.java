package org.secindex.bench;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.secindex.api.Access;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.Catalogue;

/** A store under test, ready for use: for those that are servers, running. */
interface Target extends AutoCloseable {
  /** Backend and layout, as in results. */
  StoreName name();

  /** The store's software and its version. */
  String engine();

  /** Makes an empty index that is to hold a catalogue, and opens it for writing. */
  SecondaryIndex create(String index, Catalogue catalogue);

  /** Opens an index. */
  SecondaryIndex open(String index, Access access);

  /** Deletes an index; does nothing if there is none. */
  void drop(String index);

  /** All server processes of ours by name, to measure; none if the store works in this process. */
  default Map<String, Long> processes() {
    return Map.of();
  }

  /** Whether it works in other processes than this one, of ours or not. */
  default boolean isServer() {
    return !processes().isEmpty();
  }

  /** What the store was told and what it is, for the report. */
  Map<String, String> settings();

  /** What must stand beside every figure; mostly empty. */
  default String remark() {
    return "";
  }

  /** Whether indexes in it are still there when it has been closed. */
  default boolean keepsIndexes() {
    return false;
  }

  /**
   * Leaves nothing in memory of what is stored: servers are started again, and the system forgets
   * their files. No index is open meanwhile.
   *
   * @return what of it could not be done, in a line; empty if all was
   * @throws IOException if a server does not come back
   */
  Optional<String> cool() throws IOException;

  /** Stops what was started, and deletes all data in it. */
  @Override
  void close() throws IOException;
}

package org.secindex.bench;

import java.io.IOException;
import java.util.Map;

/** A store under test, ready for use: for those that are servers, running. */
interface Target extends AutoCloseable {
  /** The backend, as in results. */
  String backend();

  /** How the index lies in the store, as in results. */
  String layout();

  /** The address of an index in this store, with all options. */
  String uri(String indexName);

  /** All server processes of ours by name, to measure; none if the store works in this process. */
  default Map<String, Long> processes() {
    return Map.of();
  }

  /** What the store was told and what it is, for the report. */
  Map<String, String> settings();

  /** Whether indexes in it are still there when it has been closed. */
  default boolean keepsIndexes() {
    return false;
  }

  /** Stops what was started, and deletes all data in it. */
  @Override
  void close() throws IOException;
}

package org.secindex.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What is known of an index without reading it all.
 *
 * @param backend the scheme of the backend, as {@code rocksdb}
 * @param domain how keys are ordered
 * @param state whether it answers
 * @param entries how many entries; exact only if {@code entriesExact}
 * @param entriesExact false where the store only estimates, or counts overwritten entries too
 * @param bytesOnDisk the space it takes, absent where the store does not tell
 * @param firstKey the smallest key, absent if unknown or if there is none
 * @param lastKey the largest key, absent if unknown or if there is none
 * @param format the format's name and version, as {@code segments 0}
 * @param details more that the backend has to say, by name, in the order worth printing
 */
public record IndexStatistics(
    String backend,
    KeyDomain domain,
    IndexState state,
    long entries,
    boolean entriesExact,
    OptionalLong bytesOnDisk,
    OptionalLong firstKey,
    OptionalLong lastKey,
    String format,
    Map<String, String> details) {
  /** Copies the details, in their order. */
  public IndexStatistics {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }
}

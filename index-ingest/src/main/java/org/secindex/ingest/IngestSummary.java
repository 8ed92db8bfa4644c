package org.secindex.ingest;

import java.util.List;
import java.util.Optional;

/**
 * What was found in the inputs. {@code rows = entries + repeats + conflicts}.
 *
 * @param rows rows read, without bad ones
 * @param entries different keys
 * @param repeats rows that said again what another one said, and were left out
 * @param conflicts rows that were left out because another one with the same key and a different
 *     location won, by the policy FIRST or LAST
 * @param notes what else there was
 * @param firstInversion where the first row stands that is smaller than the one before it, as
 *     {@code file:line}; empty if the rows came in ascending order
 * @param spilledBytes how much was written to temporary files for sorting
 * @param firstConflicts the first few conflicts, one line each: the key and both places
 */
public record IngestSummary(
    long rows,
    long entries,
    long repeats,
    long conflicts,
    InputNotes notes,
    Optional<String> firstInversion,
    long spilledBytes,
    List<String> firstConflicts) {
  /** Copies the list. */
  public IngestSummary {
    firstConflicts = List.copyOf(firstConflicts);
  }
}

package org.secindex.api;

import java.util.List;

/**
 * What a full check of an index found.
 *
 * @param entries how many entries were read
 * @param checksum the {@link EntryChecksum} of all of them; equal content gives equal values on
 *     every backend
 * @param problems one line each, naming file and offset or key; empty if all is well
 */
public record Verification(long entries, long checksum, List<String> problems) {
  /** Copies the list. */
  public Verification {
    problems = List.copyOf(problems);
  }

  /** Whether nothing was found to be wrong. */
  public boolean isClean() {
    return problems.isEmpty();
  }
}

package org.secindex.api;

/**
 * One option of a backend, as it may stand in the query of an address.
 *
 * @param name lower-case words joined by hyphens
 * @param defaultValue what holds when the option is not given, as it would be written; empty if
 *     that is "not set"
 * @param description what it does, its unit and its range, in one line
 */
public record IndexOption(String name, String defaultValue, String description) {
  /** The option that all backends share; see {@link Durability}. */
  public static final IndexOption DURABILITY =
      new IndexOption(
          "durability",
          "sync",
          "sync: what a write call stored survives a power cut; relaxed: it survives a crash only");
}

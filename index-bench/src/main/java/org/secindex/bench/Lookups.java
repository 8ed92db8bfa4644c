package org.secindex.bench;

import java.util.List;

/**
 * How keys are looked up.
 *
 * @param single how many keys the suite {@code run} asks for one by one, over all clients; {@code
 *     mixed} a fifth of them, since look-ups beside updates may take ten times as long
 * @param batched how many the suite {@code batch} asks for, over all clients
 * @param batches how many keys {@code batch} asks for by one call, one measurement for each number
 * @param clients how many threads look up at once, one measurement for each number
 * @param choice which keys
 * @param pace how long, and how fast
 */
public record Lookups(
    int single,
    int batched,
    List<Integer> batches,
    List<Integer> clients,
    KeyChoice choice,
    Pace pace) {
  private static final int MOST = 100_000_000;
  private static final int LARGEST_BATCH = 1_000_000;
  private static final int MOST_CLIENTS = 1000;
  private static final int MIXED_PART = 5;

  /** Copies the lists. */
  public Lookups {
    batches = List.copyOf(batches);
    clients = List.copyOf(clients);
  }

  /** How many keys a suite looks up. */
  int keys(Suite suite) {
    return switch (suite) {
      case BATCH -> batched;
      case MIXED -> Math.max(1, single / MIXED_PART);
      default -> single;
    };
  }

  void check(List<String> problems) {
    requireRange("look-ups", single, MOST, problems);
    requireRange("look-ups in batches", batched, MOST, problems);
    batches.forEach(n -> requireRange("keys a call", n, LARGEST_BATCH, problems));
    clients.forEach(n -> requireRange("clients", n, MOST_CLIENTS, problems));
    choice.check(problems);
    pace.check(problems);
  }

  static void requireRange(String what, int value, int max, List<String> problems) {
    if (value < 1 || value > max) {
      problems.add("bench: " + what + ": " + value + " is outside 1 .. " + max);
    }
  }
}

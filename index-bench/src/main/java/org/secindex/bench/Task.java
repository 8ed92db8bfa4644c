package org.secindex.bench;

/**
 * What is measured by itself.
 *
 * @param suite the job
 * @param clients how many threads look up; 1 where none does
 * @param keysPerCall of look-ups; 1 where none is made
 */
record Task(Suite suite, int clients, int keysPerCall) {
  /** For people, as {@code batch, 4 clients, 1000 keys a call}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(suite.label());
    if (suite.looksUp()) {
      text.append(", clients: ").append(clients);
    }
    return suite == Suite.BATCH
        ? text.append(", keys a call: ").append(keysPerCall).toString()
        : text.toString();
  }
}

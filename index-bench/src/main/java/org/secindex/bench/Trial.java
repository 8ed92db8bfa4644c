package org.secindex.bench;

import java.util.List;

/**
 * One job on one index.
 *
 * @param target the store
 * @param uri the index in it
 * @param dataset what the index holds, or shall hold
 * @param clients how many threads look up
 * @param lookups how many keys are looked up, over all clients
 */
record Trial(Target target, String uri, Dataset dataset, int clients, int lookups) {
  ProcessMeter meter() {
    return ProcessMeter.start(List.copyOf(target.pids()));
  }
}

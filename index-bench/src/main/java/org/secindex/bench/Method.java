package org.secindex.bench;

import org.jspecify.annotations.Nullable;

/**
 * How keys were looked up; null, or an empty text, where a suite looks nothing up.
 *
 * @param queries which keys, as {@code uniform} or {@code zipf:0.99}
 * @param missShare the share of keys that the index does not have, 0 to 1
 * @param keysPerCall how many keys were asked for by one call
 * @param rate calls a second that were intended, of all clients together; null in a closed loop,
 *     where a client makes its next call when the last is answered
 */
public record Method(
    String queries,
    @Nullable Double missShare,
    @Nullable Integer keysPerCall,
    @Nullable Double rate) {
  /** Of suites that look nothing up. */
  static final Method NONE = new Method("", null, null, null);
}

package org.secindex.api;

/**
 * What to do when one input names the same key twice with different locations. The same row twice
 * (key and location equal) is no conflict: it is counted and collapsed under every policy.
 */
public enum DuplicatePolicy {
  /** Fail with {@link DuplicateKeyException}, which names the key and both places. */
  REJECT,

  /** Keep the location that came first in the input. */
  FIRST,

  /** Keep the location that came last in the input. */
  LAST
}

package org.secindex.testkit;

/** Where a key lies that a {@link Catalogue} does not hold. */
public enum Miss {
  /** Beside a key that is there, as an object that was dropped from its run. */
  INSIDE_RUN,

  /** In a gap between runs. Where the keys form no runs, anywhere between the first and last. */
  BETWEEN_RUNS,

  /** Before the first key or after the last. */
  OUTSIDE
}

package org.secindex.mysql;

/** How the entries of an index are spread over tables of the server. Fixed when it is made. */
public enum Layout {
  /** One table, named as the index. */
  SINGLE,
  /**
   * Many tables, each for a range of keys, cut by a load so that each gets the same number of
   * entries. A table that fits into the server's memory is loaded and changed at the speed of
   * memory, however large the index is.
   */
  SPLIT,
  /** One table with native {@code RANGE} partitions, cut as the tables of {@link #SPLIT} are. */
  PARTITIONED
}

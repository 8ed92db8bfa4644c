package org.secindex.mysql;

import java.util.OptionalLong;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;

/**
 * What the register says of one index.
 *
 * @param domain how its keys are ordered
 * @param layout how its entries are spread over tables
 * @param state {@code BUILDING} or {@code READY}
 * @param entries how many there are, absent if that was not counted
 */
record IndexRow(KeyDomain domain, String layout, IndexState state, OptionalLong entries) {
  /** All entries in one table. */
  static final String SINGLE = "single";
}

package org.secindex.mysql;

import java.util.OptionalLong;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;

/**
 * What the register says of one index.
 *
 * @param domain how its keys are ordered
 * @param layout how its entries are spread over tables
 * @param rowsPerTable how many entries a load gives a table, or a partition; without meaning if
 *     SINGLE
 * @param state {@code BUILDING} or {@code READY}
 * @param entries how many there are, absent if that was not counted
 */
record IndexRow(
    KeyDomain domain, Layout layout, long rowsPerTable, IndexState state, OptionalLong entries) {}

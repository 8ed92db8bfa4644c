package org.secindex.mysql;

/**
 * A table, and where its range of keys begins; the range ends where the next one begins.
 *
 * @param firstKey the smallest key that belongs there, whether it is there or not
 * @param table bare name
 */
record TableRange(long firstKey, String table) {}

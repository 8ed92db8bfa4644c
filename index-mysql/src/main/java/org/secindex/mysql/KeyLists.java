package org.secindex.mysql;

import java.util.function.IntToLongFunction;
import org.secindex.api.KeyDomain;

/**
 * Writes lists of keys into statements, none of which is longer than the server's {@code
 * max_allowed_packet}.
 */
final class KeyLists {
  /**
   * Measured on MariaDB 11.4, 10 M entries, random keys: 3.7 µs of the server's CPU a key with
   * lists of 300, 3.2 with 1000, 2.8 with 10 000. Not more, since MySQL scans the table instead
   * where a list needs more than its range_optimizer_max_mem_size (by default enough for some 36
   * 000 keys).
   */
  private static final int MOST = 10_000;

  /** 20 characters and a comma. */
  private static final int LONGEST_KEY = 21;

  /** More than the longest statement without its keys: seven names of 66 bytes, and words. */
  private static final int REST = 600;

  private final KeyDomain domain;
  private final int keysPerStatement;

  KeyLists(KeyDomain domain, int maxAllowedPacket) {
    this.domain = domain;
    keysPerStatement = Math.max(1, Math.min(MOST, (maxAllowedPacket - REST) / LONGEST_KEY));
  }

  /** How many keys one statement takes. */
  int keysPerStatement() {
    return keysPerStatement;
  }

  /**
   * A statement that ends with the opening parenthesis, completed with keys {@code from .. to-1}.
   */
  String statement(String beginning, IntToLongFunction keys, int from, int to) {
    StringBuilder sql =
        new StringBuilder(beginning.length() + 1 + (to - from) * LONGEST_KEY).append(beginning);
    for (int i = from; i < to; i++) {
      if (i > from) {
        sql.append(',');
      }
      long key = keys.applyAsLong(i);
      if (key >= 0 || domain == KeyDomain.SIGNED) {
        sql.append(key);
      } else {
        sql.append(Long.toUnsignedString(key));
      }
    }
    return sql.append(')').toString();
  }
}

package org.secindex.mysql;

import java.util.function.IntToLongFunction;
import org.secindex.api.KeyDomain;

/**
 * Writes lists of keys into statements, none of which is longer than the server's {@code
 * max_allowed_packet}.
 */
final class KeyLists {
  /** Best of 300, 1000, 3000 and 10000 when measured; the differences are small above 1000. */
  private static final int BEST = 1000;

  /** 20 characters and a comma. */
  private static final int LONGEST_KEY = 21;

  /** More than the longest statement without its keys: three names of 64 bytes, and words. */
  private static final int REST = 512;

  private final KeyDomain domain;
  private final int keysPerStatement;

  KeyLists(KeyDomain domain, int maxAllowedPacket) {
    this.domain = domain;
    keysPerStatement = Math.max(1, Math.min(BEST, (maxAllowedPacket - REST) / LONGEST_KEY));
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

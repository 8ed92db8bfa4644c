package org.secindex.xrootd.client;

import java.nio.ByteBuffer;

/**
 * What a server says about itself before the login.
 *
 * @param version its protocol level, as {@code 0x511}
 * @param flags what it is, what it can, and what it demands
 * @param demandsSigning whether it refuses requests without a signature whatever the login method
 */
record ProtocolAnswer(int version, int flags, boolean demandsSigning) {
  /** Before a server has said anything. */
  static final ProtocolAnswer NONE = new ProtocolAnswer(0, 0, false);

  /** From this level on servers that can do TLS say so. */
  private static final int TLS_SINCE = 0x500;

  private static final int PAGES_SINCE = 0x511;

  private static final int SIGNING_FORCED = 0x02;

  /**
   * Two numbers, and two blocks that may be left out: preferences for bound streams, and rules for
   * signing.
   *
   * @throws ProtocolViolation if the numbers are cut short
   */
  static ProtocolAnswer parse(CollectBody answer) {
    ByteBuffer b = answer.buffer(0, 8, "a protocol answer");
    int version = b.getInt();
    int flags = b.getInt();
    if (b.remaining() >= 4 && b.get(b.position()) == 'B') {
      int skip = 4 + (b.getShort(b.position() + 2) & 0xffff);
      b.position(Math.min(b.limit(), b.position() + skip));
    }
    boolean signing = false;
    if (b.remaining() >= 5 && b.get(b.position()) == 'S') {
      int options = b.get(b.position() + 3);
      int level = b.get(b.position() + 4);
      signing = level > 0 && (options & SIGNING_FORCED) != 0;
    }
    return new ProtocolAnswer(version, flags, signing);
  }

  boolean isManager() {
    return has(Wire.IS_MANAGER);
  }

  boolean isMetaManager() {
    return has(Wire.IS_META_MANAGER);
  }

  /** The next bytes on the connection must be those of TLS. */
  boolean beginsTls() {
    return has(Wire.GOTO_TLS);
  }

  boolean offersTls() {
    return version >= TLS_SINCE && has(Wire.HAVE_TLS);
  }

  boolean demandsTlsForLogin() {
    return has(Wire.TLS_LOGIN);
  }

  /** TLS for what comes after the login, or for the data at least. */
  boolean demandsTlsLater() {
    return has(Wire.TLS_SESSION) || has(Wire.TLS_DATA);
  }

  /** TLS begins after the login, unless it has begun before. */
  boolean demandsTlsAfterLogin() {
    return has(Wire.TLS_SESSION);
  }

  /** Reads and writes with a checksum for each page. */
  boolean checksumsPages() {
    return version >= PAGES_SINCE && has(Wire.PAGES);
  }

  private boolean has(int flag) {
    return (flags & flag) != 0;
  }
}

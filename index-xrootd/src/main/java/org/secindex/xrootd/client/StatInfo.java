package org.secindex.xrootd.client;

import java.time.DateTimeException;
import java.time.Instant;

/**
 * What a server tells about a path.
 *
 * @param id opaque identifier of the file on its server
 * @param size bytes
 * @param flags bits as sent: 1 executable or searchable, 2 directory, 4 other, 8 offline, 16
 *     readable, 32 writable (the last two from the server process's point of view)
 * @param modified time of the last change, in whole seconds
 */
public record StatInfo(String id, long size, int flags, Instant modified) {

  /** A directory. */
  public boolean isDirectory() {
    return (flags & 2) != 0;
  }

  /** A regular file. */
  public boolean isFile() {
    return (flags & 6) == 0;
  }

  /**
   * Parses {@code id size flags mtime}, with more fields after them on newer servers.
   *
   * @throws ProtocolViolation if it is not that
   */
  static StatInfo parse(String text) {
    String[] f = text.strip().split(" +", -1);
    if (f.length < 4) {
      throw new ProtocolViolation("stat information with less than four fields: '" + text + "'");
    }
    try {
      long size = Long.parseLong(f[1]);
      if (size >= 0) {
        Instant modified = Instant.ofEpochSecond(Long.parseLong(f[3]));
        return new StatInfo(f[0], size, Integer.parseInt(f[2]), modified);
      }
    } catch (NumberFormatException | DateTimeException e) {
      // Said below.
    }
    throw new ProtocolViolation("stat information that makes no sense: '" + text + "'");
  }
}

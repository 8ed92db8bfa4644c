package org.secindex.xrootd.client;

import java.util.ArrayList;
import java.util.List;

/**
 * An entry of a directory.
 *
 * @param name the name within the directory
 * @param stat what the server tells about it
 */
public record DirEntry(String name, StatInfo stat) {
  /** First line of a listing with information: the server has understood the wish for it. */
  private static final String MARKER = ".\n0 0 0 0";

  /** Whether a listing has information after each name. */
  static boolean hasStat(String listing) {
    return listing.startsWith(MARKER);
  }

  /** Names of a listing without information. */
  static List<String> names(String listing) {
    return listing.isEmpty() ? List.of() : List.of(listing.split("\n", -1));
  }

  /**
   * Entries of a listing with information: after the marker, a line of name and a line of
   * information each.
   *
   * @throws ProtocolViolation if it is not that
   */
  static List<DirEntry> parse(String listing) {
    String[] lines = listing.split("\n", -1);
    if (lines.length % 2 != 0) {
      throw new ProtocolViolation("directory listing ends with a name without information");
    }
    List<DirEntry> entries = new ArrayList<>(lines.length / 2 - 1);
    for (int i = 2; i < lines.length; i += 2) {
      entries.add(new DirEntry(lines[i], StatInfo.parse(lines[i + 1])));
    }
    return entries;
  }
}

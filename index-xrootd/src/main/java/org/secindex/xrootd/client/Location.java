package org.secindex.xrootd.client;

import java.util.ArrayList;
import java.util.List;

/**
 * A server that a manager names as one that has a file, or may have it.
 *
 * @param manager it has others below it, which are to be asked in turn
 * @param writable the file can be written there
 */
record Location(Server server, boolean manager, boolean writable) {

  /**
   * Reads an answer: {@code Sw[::127.0.0.1]:1095 Mr...}. Those whose state is still to be seen are
   * as good as the others.
   *
   * @throws ProtocolViolation if it is not that
   */
  static List<Location> parse(Server from, String text) {
    List<Location> found = new ArrayList<>();
    for (String item : text.strip().split(" +", -1)) {
      if (item.isEmpty()) {
        continue;
      }
      if (item.length() < 3 || "SsMm".indexOf(item.charAt(0)) < 0) {
        throw new ProtocolViolation("'" + item + "' where a location was due");
      }
      try {
        Server server = from.sibling(item.substring(2), Server.DEFAULT_PORT);
        boolean manager = Character.toUpperCase(item.charAt(0)) == 'M';
        found.add(new Location(server, manager, item.charAt(1) == 'w'));
      } catch (IllegalArgumentException e) {
        throw new ProtocolViolation("a location that is none: " + e.getMessage());
      }
    }
    return found;
  }
}

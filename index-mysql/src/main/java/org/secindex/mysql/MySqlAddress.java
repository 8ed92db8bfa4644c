package org.secindex.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexUri;

/**
 * Where an index is: {@code mysql://user@host:3306/database/index}.
 *
 * @param user the account's name at the server
 * @param host a name or an IPv4 address, or an IPv6 address in brackets
 * @param port 1 .. 65535; 3306 where an address names none
 * @param database of ASCII letters, digits and underscores, at most 64
 * @param index likewise, at most 64 for a table that is attached; at most 48 for an index of ours,
 *     which leaves room in the names of its tables for a suffix
 */
public record MySqlAddress(String user, String host, int port, String database, String index) {
  /** The table that says which indexes there are; see {@link IndexRegister}. */
  static final String REGISTER = "secindex_meta";

  /** The table that says which tables split indexes have; see {@link RangeRegister}. */
  static final String RANGES = "secindex_ranges";

  /**
   * Leaves room for the suffixes in {@link IndexTables}: a dollar sign, 8 digits, an underscore,
   * and 6 more, where a name has at most 64 characters.
   */
  private static final int LONGEST_INDEX = 48;

  private static final Pattern PLACE =
      Pattern.compile("//([^@]+)@(\\[[^\\]]*\\]|[^:/@]*)(?::(\\d{1,5}))?/([^/]+)/([^/]+)/?");
  // The host becomes a part of a JDBC address, where commas and brackets would have a meaning.
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+(?:%[A-Za-z0-9._-]+)?\\]");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]+");

  /**
   * @throws IndexConfigException with all that is wrong
   */
  public MySqlAddress {
    List<String> problems = new ArrayList<>();
    if (user.isEmpty()) {
      problems.add("the user has no name");
    }
    if (!HOST.matcher(host).matches()) {
      problems.add("'" + host + "' is no host name or address");
    }
    if (port < 1 || port > 65535) {
      problems.add("port " + port + " is outside 1 .. 65535");
    }
    checkName("database", database, 64, problems);
    checkName("index", index, 64, problems);
    if (index.equalsIgnoreCase(REGISTER) || index.equalsIgnoreCase(RANGES)) {
      problems.add("no index can be called " + index + ", which is a table that lists them");
    }
    if (!problems.isEmpty()) {
      throw new IndexConfigException(problems.stream().map(p -> "mysql: " + p).toList());
    }
  }

  private static void checkName(String what, String name, int longest, List<String> problems) {
    if (!NAME.matcher(name).matches() || name.length() > longest) {
      problems.add(
          what
              + " name '"
              + name
              + "': use 1 to "
              + longest
              + " ASCII letters, digits and underscores");
    }
  }

  /**
   * Checks that an index of ours can be called so.
   *
   * @throws IndexConfigException if the name is too long
   */
  void requireRoomForSuffix() {
    List<String> problems = new ArrayList<>();
    checkName("index", index, LONGEST_INDEX, problems);
    if (!problems.isEmpty()) {
      throw new IndexConfigException("mysql: " + problems.get(0));
    }
  }

  /**
   * Reads the place of an address.
   *
   * @throws IndexConfigException if it is not one
   */
  public static MySqlAddress from(IndexUri uri) {
    Matcher m = PLACE.matcher(uri.place());
    if (!m.matches()) {
      throw new IndexConfigException(
          uri + ": expected mysql://user@host:port/database/index (the port may be left out)");
    }
    int port = m.group(3) == null ? 3306 : Integer.parseInt(m.group(3));
    return new MySqlAddress(m.group(1), m.group(2), port, m.group(4), m.group(5));
  }

  /**
   * A table of the database, quoted, with the database's name; {@code table} must be a safe name.
   */
  String quoted(String table) {
    return "`" + database + "`.`" + table + "`";
  }

  /** The server, for messages. */
  String server() {
    return host + ":" + port;
  }

  /** As it would be written. */
  @Override
  public String toString() {
    return "mysql://" + user + "@" + host + ":" + port + "/" + database + "/" + index;
  }
}

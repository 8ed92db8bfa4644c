package org.secindex.bench;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.secindex.api.IndexConfigException;

/**
 * Which servers the bench starts for the backend {@code xrootd}.
 *
 * @param dataServers of a cluster, beside its manager; 0 for one server that stands alone
 */
public record XrootdTopology(int dataServers) {
  /** One server. */
  public static final XrootdTopology SINGLE = new XrootdTopology(0);

  private static final int USUAL = 2;
  private static final Pattern CLUSTER = Pattern.compile("cluster(?::([1-9][0-9]?))?");

  /**
   * Reads {@code single}, {@code cluster} or {@code cluster:N}.
   *
   * @throws IndexConfigException if it is none of them
   */
  public static XrootdTopology of(String text) {
    if (text.equals("single")) {
      return SINGLE;
    }
    Matcher m = CLUSTER.matcher(text);
    if (!m.matches()) {
      throw new IndexConfigException(
          "bench: xrootd topology: '" + text + "' is none: single, cluster or cluster:N");
    }
    return new XrootdTopology(m.group(1) == null ? USUAL : Integer.parseInt(m.group(1)));
  }

  /** As {@link #of} reads it. */
  @Override
  public String toString() {
    return dataServers == 0 ? "single" : "cluster:" + dataServers;
  }
}

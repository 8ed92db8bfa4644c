package org.secindex.bench;

import java.util.Map;

/**
 * A server of the user's, whose processes cannot be measured.
 *
 * @param base the address of a database or directory, in which indexes are made
 * @param options of every address, without question mark
 */
record RemoteTarget(String backend, String base, String options) implements Target {
  @Override
  public String layout() {
    return "single";
  }

  @Override
  public String uri(String indexName) {
    int question = base.indexOf('?');
    String place = question < 0 ? base : base.substring(0, question);
    String given = question < 0 ? "" : "&" + base.substring(question + 1);
    return place + "/" + indexName + "?" + options + given;
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("server", "yours, at " + base);
  }

  @Override
  public boolean keepsIndexes() {
    return true;
  }

  @Override
  public void close() {}
}

package org.secindex.bench;

import java.util.Map;
import java.util.Optional;
import org.secindex.testkit.Catalogue;

/**
 * A server of the user's, whose processes cannot be measured.
 *
 * @param base the address of a database or directory, in which indexes are made
 * @param options of every address, without question mark
 */
record RemoteTarget(StoreName name, String base, String options) implements AddressedTarget {
  @Override
  public String uri(String index) {
    int question = base.indexOf('?');
    String place = question < 0 ? base : base.substring(0, question);
    String given = question < 0 ? "" : "&" + base.substring(question + 1);
    return place + "/" + index + "?" + options + given;
  }

  @Override
  public String uriToCreate(String index, Catalogue catalogue) {
    return name.backend().equals("mysql")
        ? uri(index) + MySqlTarget.layoutOptions(name.layout(), catalogue)
        : uri(index);
  }

  @Override
  public boolean isServer() {
    return true;
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
  public Optional<String> cool() {
    return Optional.of("the server is yours, and was not started again");
  }

  @Override
  public void close() {}
}

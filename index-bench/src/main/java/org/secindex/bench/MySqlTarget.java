package org.secindex.bench;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.secindex.testkit.Catalogue;

/**
 * InnoDB tables of one layout in a MariaDB server that was started for the bench.
 *
 * @param server shared by all layouts; not stopped with this
 * @param layout of the indexes
 * @param stores how they are set up
 */
record MySqlTarget(MySqlServer server, MySqlLayout layout, Stores stores)
    implements AddressedTarget {
  /** Into how many tables a small index is cut. */
  private static final int TABLES = 8;

  /** What the backend takes unless told. */
  private static final long MOST_ROWS_PER_TABLE = 40_000_000;

  /** Added to an address when an index is made in it; cuts small indexes too. */
  static String layoutOptions(String layout, Catalogue catalogue) {
    long rows = Math.min(MOST_ROWS_PER_TABLE, (catalogue.size() + TABLES - 1) / TABLES);
    return layout.equals(MySqlLayout.SINGLE.label())
        ? ""
        : "&layout=" + layout + "&rows-per-table=" + rows;
  }

  @Override
  public StoreName name() {
    return new StoreName("mysql", layout.label());
  }

  @Override
  public String uri(String index) {
    return server.database()
        + "/"
        + index
        + "?"
        + stores.durabilityOption()
        + "&password-file="
        + URLEncoder.encode(server.passwordFile().toString(), StandardCharsets.UTF_8);
  }

  @Override
  public String uriToCreate(String index, Catalogue catalogue) {
    return uri(index) + layoutOptions(layout.label(), catalogue);
  }

  @Override
  public Map<String, Long> processes() {
    return server.pids().stream().collect(Collectors.toMap(pid -> "mariadbd", pid -> pid));
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("server", "started for this run", "buffer pool", stores.cacheBytes() + " bytes");
  }

  @Override
  public Optional<String> cool() throws IOException {
    return server.cool();
  }

  /** The server goes on. */
  @Override
  public void close() {}
}

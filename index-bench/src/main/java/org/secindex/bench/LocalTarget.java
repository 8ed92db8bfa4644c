package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A store that works in this process, in a directory.
 *
 * @param options of every address, without question mark
 */
record LocalTarget(String backend, Path directory, String options, Map<String, String> settings)
    implements Target {
  @Override
  public String layout() {
    return "local";
  }

  @Override
  public String uri(String indexName) {
    return backend + ":" + directory.resolve(indexName) + "?" + options;
  }

  @Override
  public void close() throws IOException {
    Directories.delete(directory);
  }
}

package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A store that works in this process, in a directory.
 *
 * @param options of every address, without question mark
 */
record LocalTarget(String backend, Path directory, String options, Map<String, String> settings)
    implements AddressedTarget {
  @Override
  public StoreName name() {
    return new StoreName(backend, "local");
  }

  @Override
  public String uri(String index) {
    return backend + ":" + directory.resolve(index) + "?" + options;
  }

  @Override
  public Optional<String> cool() throws IOException {
    return PageCache.dropAll(directory);
  }

  @Override
  public void close() throws IOException {
    Directories.delete(directory);
  }
}

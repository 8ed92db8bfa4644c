package org.secindex.bench;

import java.util.Arrays;
import java.util.Locale;
import org.secindex.api.IndexConfigException;

/** How an index lies in the tables of a MySQL server; see the backend's option {@code layout}. */
public enum MySqlLayout {
  /** One table. */
  SINGLE,

  /** Many tables by ranges of keys. */
  SPLIT,

  /** One table with native partitions by ranges of keys. */
  PARTITIONED;

  /** The name in results and on the command line, as {@code split}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a name.
   *
   * @throws IndexConfigException if there is none such
   */
  public static MySqlLayout of(String label) {
    return Arrays.stream(values())
        .filter(l -> l.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IndexConfigException(
                    "bench: mysql layout: '" + label + "' is none: single, split, partitioned"));
  }
}

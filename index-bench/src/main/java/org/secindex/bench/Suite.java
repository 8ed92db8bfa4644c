package org.secindex.bench;

import java.util.Arrays;
import java.util.Locale;
import org.secindex.api.IndexConfigException;

/**
 * A job that is measured, in the order in which they are done. {@code update} comes last: it is the
 * only one after which the index holds something else. Before it comes {@code mixed}, after which
 * the index holds the same, but many small updates have gone over it.
 */
public enum Suite {
  /** Fills a new index with generated entries, which come sorted: create, load, close. */
  INIT,

  /** Fills a new index from TSV files: read, sort, create, load, close. */
  LOAD,

  /** Looks random keys up, one by one. */
  RUN,

  /** Looks random keys up, many a call. */
  BATCH,

  /** Reads all entries in order. */
  SCAN,

  /** Looks random keys up, one by one, while another thread updates. */
  MIXED,

  /** Writes a file's worth of entries over an index: half new keys, half with a new location. */
  UPDATE;

  /**
   * How it is done.
   *
   * @param keysPerCall of {@code batch}
   */
  Job job(int keysPerCall) {
    return switch (this) {
      case INIT -> new InitSuite();
      case LOAD -> new LoadSuite();
      case RUN -> new LookupSuite(SingleLookups::ask);
      case BATCH -> new LookupSuite(new BatchedLookups(keysPerCall));
      case SCAN -> new ScanSuite();
      case MIXED -> new MixedSuite();
      case UPDATE -> new UpdateSuite();
    };
  }

  /** Whether it looks keys up, and is done once for each number of clients. */
  boolean looksUp() {
    return this == RUN || this == BATCH || this == MIXED;
  }

  /** Whether it writes over an index. */
  boolean updates() {
    return this == MIXED || this == UPDATE;
  }

  /** Whether it only reads, so that it can be asked of a store that has nothing in memory. */
  boolean reads() {
    return this == RUN || this == BATCH || this == SCAN;
  }

  /** Whether it makes the index that it finds nothing of. */
  boolean fills() {
    return this == INIT || this == LOAD;
  }

  /** The name in results and on the command line, as {@code init}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a name.
   *
   * @throws IndexConfigException if there is none such
   */
  public static Suite of(String label) {
    if (label.equals(BenchReport.TIDE)) {
      throw new IndexConfigException(
          "the suite 'tide' needs no backends: it is 'secindex bench tide'");
    }
    return Arrays.stream(values())
        .filter(s -> s.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IndexConfigException(
                    "no suite '" + label + "': choose of " + Arrays.toString(labels())));
  }

  private static Object[] labels() {
    return Arrays.stream(values()).map(Suite::label).toArray();
  }
}

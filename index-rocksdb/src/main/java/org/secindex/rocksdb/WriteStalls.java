package org.secindex.rocksdb;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.secindex.api.IndexException;

/**
 * The times that writing has waited for compactions, since the index was opened. RocksDB makes
 * small writes wait when compactions fall behind, but takes in any number of files; so that those
 * do not pile up, we wait for room by the same measure before we hand it more.
 */
final class WriteStalls {
  /** As many files of level 0 stop RocksDB's own writes: its level0_stop_writes_trigger. */
  private static final int LEVEL_0_FILES = 36;

  private static final long PAUSE_MILLIS = 10;
  private static final Pattern STALL_TIME = Pattern.compile("Cumulative stall: (\\S+) H:M:S");

  private final AtomicLong waits = new AtomicLong();
  private final AtomicLong waitedNanos = new AtomicLong();

  /** Waits until compactions have made room for more files. */
  void awaitRoom(Database database) throws RocksDBException {
    if (!isCrowded(database.rocks())) {
      return;
    }
    waits.incrementAndGet();
    long begin = System.nanoTime();
    try {
      do {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      } while (isCrowded(database.rocks()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException(
          database.index() + ": interrupted while waiting for compactions; nothing was changed", e);
    } finally {
      waitedNanos.addAndGet(System.nanoTime() - begin);
    }
  }

  /** Whether to wait; not for compactions that have failed, which ingesting will say. */
  private static boolean isCrowded(RocksDB rocks) throws RocksDBException {
    return Integer.parseInt(rocks.getProperty("rocksdb.num-files-at-level0")) >= LEVEL_0_FILES
        && rocks.getLongProperty("rocksdb.background-errors") == 0;
  }

  /** For the statistics of an index: how often, and how long. */
  String describe(RocksDB rocks) throws RocksDBException {
    Map<String, String> counts = rocks.getMapProperty("rocksdb.cf-write-stall-stats");
    Matcher time = STALL_TIME.matcher(rocks.getProperty("rocksdb.dbstats"));
    return String.format(
        Locale.ROOT,
        "%s delays, %s stops%s; %d large updates waited %.1f s",
        counts.getOrDefault("total-delays", "?"),
        counts.getOrDefault("total-stops", "?"),
        time.find() ? ", " + time.group(1) : "",
        waits.get(),
        waitedNanos.get() / 1e9);
  }
}

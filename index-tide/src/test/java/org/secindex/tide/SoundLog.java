package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a log must be that we have written, as the independent reader sees it. */
final class SoundLog {
  private SoundLog() {}

  static PageReader read(Path file) throws IOException {
    return read(Files.readAllBytes(file));
  }

  /**
   * Reads a log, and compares what it tells in several places: channels that entries name are
   * declared once, headers of chunks are true, and every entry has one row of an index.
   */
  static PageReader read(byte[] file) throws IOException {
    PageReader log = new PageReader(file);
    assertThat(log.channels.values()).noneMatch(texts -> texts.startsWith("CHAN twice"));
    int next = 0;
    for (long[] chunk : log.chunks) {
      int end = next + (int) chunk[1];
      assertThat(end).as("count of chunk %d", chunk[0]).isLessThanOrEqualTo(log.entries.size());
      check(chunk, log.entries.subList(next, end));
      next = end;
    }
    assertThat(log.entries).hasSize(next);
    Set<Entry> places = new HashSet<>();
    for (Entry e : log.entries) {
      assertThat(log.channels).containsKey(e.channel());
      places.add(new Entry(e.channel(), e.time(), e.chunk(), e.offset(), ""));
    }
    assertThat(log.rows).hasSameSizeAs(log.entries);
    assertThat(new HashSet<>(log.rows).equals(places)).as("rows are those of entries").isTrue();
    return log;
  }

  /** Compares id, count, start and end of a chunk with its entries. */
  private static void check(long[] header, List<Entry> entries) {
    assertThat(entries).allMatch(entry -> entry.chunk() == header[0]);
    List<Long> times = entries.stream().map(Entry::time).sorted(Long::compareUnsigned).toList();
    long first = times.isEmpty() ? 0 : times.get(0);
    long last = times.isEmpty() ? 0 : times.get(times.size() - 1);
    assertThat(header).as("start and end").endsWith(first, last);
  }
}

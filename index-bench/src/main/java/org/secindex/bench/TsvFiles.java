package org.secindex.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;

/**
 * A catalogue as tab-separated files of a million entries: key, chunk, subchunk. Each file is
 * sorted, and the files are listed in a random order, as a data release arrives.
 *
 * @param paths the files
 * @param usage what making them took
 * @param bytes of all files
 * @param checksum of all entries written
 */
record TsvFiles(List<String> paths, Usage usage, long bytes, EntryChecksum checksum) {
  private static final long ENTRIES_PER_FILE = 1_000_000;

  static TsvFiles write(Catalogue catalogue, Path directory) throws IOException {
    Files.createDirectories(directory);
    List<String> paths = new ArrayList<>();
    EntryChecksum checksum = new EntryChecksum();
    long bytes = 0;
    try (ProcessMeter meter = ProcessMeter.start(List.of())) {
      for (long from = 0; from < catalogue.size(); from += ENTRIES_PER_FILE) {
        Path file = directory.resolve("entries-" + from / ENTRIES_PER_FILE + ".tsv");
        long to = Math.min(catalogue.size(), from + ENTRIES_PER_FILE);
        writeFile(catalogue.entries(from, to), file, checksum);
        paths.add(file.toString());
        bytes += Files.size(file);
      }
      Usage usage = meter.stop();
      Collections.shuffle(paths, new Random(catalogue.size()));
      return new TsvFiles(List.copyOf(paths), usage, bytes, checksum);
    }
  }

  private static void writeFile(SortedEntries entries, Path file, EntryChecksum checksum)
      throws IOException {
    EntryBatch batch = new EntryBatch();
    StringBuilder text = new StringBuilder();
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      while (entries.read(batch)) {
        checksum.add(batch);
        text.setLength(0);
        for (int i = 0; i < batch.size(); i++) {
          text.append(batch.keys[i])
              .append('\t')
              .append(batch.chunkIds[i])
              .append('\t')
              .append(batch.subChunkIds[i])
              .append('\n');
        }
        out.write(text.toString().getBytes(StandardCharsets.ISO_8859_1));
      }
    }
  }
}

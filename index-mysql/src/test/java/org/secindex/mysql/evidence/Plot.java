package org.secindex.mysql.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.secindex.api.Access;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexUri;
import org.secindex.api.Indexes;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.ingest.Export;
import org.secindex.ingest.Format;
import org.secindex.mysql.GeneratedRows;
import org.secindex.mysql.MySqlIndexProvider;
import org.secindex.mysql.evidence.Figures.Case;
import org.secindex.testkit.Catalogue;

/**
 * The plots of 2016 again. For each size, smallest first, a file is made, and each layout is filled
 * under the smallest buffer pool and asked there; then, if that pool does not hold the table, under
 * the next one; then ten million entries are written over it.
 *
 * <p>Left out, since they say nothing new: pools larger than one that holds the table; {@code init}
 * in other layouts than the first, and at the largest of several sizes, where it differs from
 * {@code load} by the reading of the file; updates under a pool that does not hold the table, but
 * for the largest of several sizes.
 *
 * <pre>Plot CSV DIRECTORY SIZES LAYOUTS POOLS CLIENTS SECONDS LOOK-UPS ROWS-PER-TABLE</pre>
 *
 * Sizes, layouts, pools (in MiB) and clients are lists, with blanks between; look-ups end after so
 * many, or so many seconds.
 */
public final class Plot {
  private static final int UPDATED = 10_000_000;
  private static final long STRIDE = 10;

  private final Figures figures;
  private final Path directory;
  private final List<Long> sizes;
  private final List<String> layouts;
  private final List<Long> pools;
  private final int[] clients;
  private final Clients asking;
  private final String rowsPerTable;

  private Plot(String[] args) {
    figures = new Figures(Path.of(args[0]));
    directory = Path.of(args[1]);
    sizes = numbers(args[2]);
    layouts = words(args[3]);
    pools = numbers(args[4]);
    clients = numbers(args[5]).stream().mapToInt(Math::toIntExact).toArray();
    asking = new Clients(Double.parseDouble(args[6]), Long.parseLong(args[7]));
    rowsPerTable = "rows-per-table=" + args[8];
  }

  private static List<String> words(String list) {
    return List.of(list.strip().split(" +", -1));
  }

  private static List<Long> numbers(String list) {
    return words(list).stream().map(Long::valueOf).sorted().toList();
  }

  /** See the class. */
  public static void main(String[] args) throws IOException {
    Plot plot = new Plot(args);
    for (long size : plot.sizes) {
      plot.size(Catalogue.of("lsst", size));
    }
  }

  private boolean isLargestOfSeveral(long size) {
    return sizes.size() > 1 && size == sizes.get(sizes.size() - 1);
  }

  private void size(Catalogue catalogue) throws IOException {
    Path tsv = directory.resolve("entries.tsv");
    for (String layout : layouts) {
      Case at = new Case("plot", "secindex", layout, catalogue.size(), pools.get(0));
      long bytes;
      try (MeasuredServer server = MeasuredServer.start(directory, at.poolMebibytes())) {
        // What was there before.
        Indexes.drop(uri(server, layout));
        if (layout.equals(layouts.get(0))) {
          makeFile(server, at, catalogue, tsv);
          init(server, at, catalogue);
        }
        load(server, at, catalogue, tsv);
        bytes = server.bytes();
        ask(server, at, catalogue);
        if (bytes < at.poolBytes()) {
          update(server, at, catalogue, 1);
        }
      }
      Case under = at;
      for (int pool = 1; bytes >= under.poolBytes() && pool < pools.size(); pool++) {
        under = at.under(pools.get(pool));
        try (MeasuredServer server = MeasuredServer.start(directory, under.poolMebibytes())) {
          server.warm();
          ask(server, under, catalogue);
          if (bytes < under.poolBytes()) {
            update(server, under, catalogue, 1);
          }
        }
      }
      if (bytes >= at.poolBytes() && isLargestOfSeveral(catalogue.size())) {
        try (MeasuredServer server = MeasuredServer.start(directory, at.poolMebibytes())) {
          update(server, at, catalogue, 2);
        }
      }
    }
    Files.delete(tsv);
  }

  private void load(MeasuredServer server, Case at, Catalogue catalogue, Path tsv)
      throws IOException {
    Effort effort = server.loadFile(uri(server, at.layout()), catalogue.domain(), tsv);
    figures.add(at, "load", 1, catalogue.size(), effort);
  }

  private String uri(MeasuredServer server, String layout) {
    int connections = Arrays.stream(clients).max().orElseThrow();
    return server.uri(
        "plotted", "layout=" + layout, rowsPerTable, "connections=" + Math.max(8, connections));
  }

  private void makeFile(MeasuredServer server, Case at, Catalogue catalogue, Path tsv)
      throws IOException {
    Effort effort =
        Effort.here(
            server.server(),
            () ->
                Export.write(
                    catalogue.entries(), catalogue.domain(), tsv, Optional.of(Format.TSV)));
    figures.add(at, "make-file", 1, catalogue.size(), effort);
  }

  /** By the server alone, and by the index, from entries that are made on the way. */
  private void init(MeasuredServer server, Case at, Catalogue catalogue) throws IOException {
    String uri = uri(server, at.layout());
    GeneratedRows made = new GeneratedRows(catalogue.size(), STRIDE);
    Indexes.create(uri, catalogue.domain()).close();
    Effort effort =
        Effort.here(
            server.server(), () -> new MySqlIndexProvider().generate(IndexUri.parse(uri), made));
    figures.add(at.by("server"), "init", 1, catalogue.size(), effort);
    Indexes.drop(uri);
    server.settle();
    if (!isLargestOfSeveral(catalogue.size())) {
      effort = server.load(uri, catalogue.domain(), catalogue.entries());
      figures.add(at, "init", 1, catalogue.size(), effort);
      Indexes.drop(uri);
      server.settle();
    }
  }

  private void ask(MeasuredServer server, Case at, Catalogue catalogue) throws IOException {
    server.settle();
    try (SecondaryIndex index = Indexes.open(uri(server, at.layout()))) {
      for (int n : clients) {
        asking.warmUp(index, catalogue, n);
        long[] asked = new long[1];
        Effort effort =
            Effort.here(server.server(), () -> asked[0] = asking.ask(index, catalogue, n, n));
        figures.add(at, "run", n, asked[0], effort);
      }
    }
  }

  /** Entries all over the index: a third new, the others replaced. */
  private void update(MeasuredServer server, Case at, Catalogue catalogue, int time)
      throws IOException {
    EntryBatch changes = changes(catalogue, time);
    SortedEntries entries =
        SortedEntries.of(catalogue.domain(), changes.keys, changes.chunkIds, changes.subChunkIds);
    try (SecondaryIndex index = Indexes.open(uri(server, at.layout()), Access.WRITE)) {
      Effort effort = Effort.here(server.server(), () -> index.update(entries));
      figures.add(at, "update", 1, changes.keys.length, effort);
      Lookup found =
          index.findAll(Arrays.copyOf(changes.keys, Math.min(1000, changes.keys.length)));
      for (int i = 0; i < found.size(); i++) {
        if (!found.isFound(i) || found.subChunkId(i) != changes.subChunkIds[i]) {
          throw new AssertionError("key " + changes.keys[i] + " was not updated");
        }
      }
    }
  }

  /** The second time, other entries than the first. */
  private static EntryBatch changes(Catalogue catalogue, int time) {
    int count = (int) Math.min(UPDATED, catalogue.size());
    long step = catalogue.size() / count;
    EntryBatch changes = new EntryBatch(count);
    SplittableRandom random = new SplittableRandom(time);
    for (int i = 0; i < count; i++) {
      long rank = i * step + (time - 1) * step / 2;
      changes.keys[i] = random.nextInt(3) == 0 ? catalogue.newKey(rank) : catalogue.key(rank);
    }
    Arrays.sort(changes.keys);
    for (int i = 0; i < count; i++) {
      changes.chunkIds[i] = catalogue.chunkId(changes.keys[i]);
      changes.subChunkIds[i] = 35 - catalogue.subChunkId(changes.keys[i]);
    }
    return changes;
  }
}

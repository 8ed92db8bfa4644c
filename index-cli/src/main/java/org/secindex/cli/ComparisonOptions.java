package org.secindex.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryComparison;
import org.secindex.api.EntryComparison.Differences;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexStatistics;
import org.secindex.api.Indexes;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.ingest.Ingested;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What an index is compared with: another index, or files and how they are read. */
final class ComparisonOptions {
  @Option(
      names = "--against",
      arity = "1..*",
      paramLabel = "URI|FILE",
      description = "compare all entries with those of another index, or of these files")
  private List<String> against = List.of();

  @Mixin private final InputOptions input = new InputOptions();

  /** Rows of the files that could not be read, and so were not compared. */
  private long badRows;

  boolean isWanted() {
    return !against.isEmpty();
  }

  EntryComparison compare(SecondaryIndex index, Console console) {
    if (against.stream().noneMatch(ComparisonOptions::isAddress)) {
      try (Ingested rows = input.read(console, against, index.domain())) {
        badRows = rows.notes().badRows();
        SortedEntries entries = rows.entries();
        return compare(index, entries, entries.expectedCount(), console);
      }
    }
    if (against.size() > 1) {
      throw new IndexConfigException(
          "--against: either one index, or any number of files, not " + against);
    }
    try (SecondaryIndex other = ofTheOther(() -> Indexes.open(against.get(0)));
        EntryCursor all = other.scan(KeyRange.all())) {
      IndexStatistics known = other.statistics();
      return compare(
          index,
          SortedEntries.of(other.domain(), batch -> ofTheOther(() -> all.read(batch))),
          known.entriesExact() ? OptionalLong.of(known.entries()) : OptionalLong.empty(),
          console);
    }
  }

  /** Damage of what is compared with is a failure, not a finding about the index. */
  private static <T> T ofTheOther(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (CorruptIndexException e) {
      throw new IndexException("--against: " + e.getMessage(), e);
    }
  }

  /** A file is what exists as one; else a colon makes an address, whatever its scheme. */
  private static boolean isAddress(String text) {
    try {
      return text.indexOf(':') > 0 && !Files.exists(Path.of(text));
    } catch (InvalidPathException e) {
      return true;
    }
  }

  private static EntryComparison compare(
      SecondaryIndex index, SortedEntries expected, OptionalLong count, Console console) {
    try (Progress progress = Progress.inEntries(console, "compare", count)) {
      return EntryComparison.of(index, expected, progress::at);
    }
  }

  /** Whether all that was named could be compared. */
  boolean isComplete() {
    return badRows == 0;
  }

  /** Prints what was found, and adds it to the fields of the result. */
  void report(EntryComparison found, SecindexCommand secindex, Map<String, Object> fields)
      throws IOException {
    Map<String, Differences> kinds = new LinkedHashMap<>();
    kinds.put("missing", found.missing());
    kinds.put("wrong", found.wrong());
    kinds.put("extra", found.extra());
    StringBuilder summary =
        new StringBuilder("against " + String.join(" ", against) + ": " + found.equal() + " equal");
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("against", against);
    json.put("equal", found.equal());
    for (var kind : kinds.entrySet()) {
      String name = kind.getKey();
      long count = kind.getValue().count();
      List<String> first = kind.getValue().first();
      for (String difference : first) {
        secindex.print(name + ": " + difference);
      }
      if (count > first.size()) {
        secindex.print(name + ": and " + (count - first.size()) + " more");
      }
      summary.append(", ").append(count).append(' ').append(name);
      json.put(name, Map.of("count", count, "first", first));
    }
    secindex.print(summary.append(Summaries.badRows(badRows)).toString());
    json.put("badRows", badRows);
    fields.put("comparison", json);
  }
}

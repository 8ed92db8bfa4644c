package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.secindex.api.IndexState;
import org.secindex.api.IndexStatistics;
import org.secindex.api.Indexes;
import org.secindex.api.SecondaryIndex;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "info",
    description = "Tells what is known of an index without reading it; ~ marks an estimate.")
final class InfoCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "URI", description = "the index")
  private String uri = "";

  InfoCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    if (Indexes.state(uri) == IndexState.BUILDING) {
      // It cannot be opened for reading; that it is so is all there is to tell.
      secindex.print("state: building (being loaded, or the load was killed: load it again)");
      secindex.printJson("secindex.info.1", Map.of("uri", uri, "state", "building"));
      return Exit.DONE;
    }
    try (SecondaryIndex index = Indexes.open(uri)) {
      IndexStatistics known = index.statistics();
      printText(known);
      secindex.printJson("secindex.info.1", fields(known));
    }
    return Exit.DONE;
  }

  private void printText(IndexStatistics known) throws IOException {
    secindex.print("backend: " + known.backend());
    secindex.print("state: " + lower(known.state()));
    secindex.print("key-domain: " + lower(known.domain()));
    secindex.print("entries: " + (known.entriesExact() ? "" : "~") + known.entries());
    if (known.bytesOnDisk().isPresent()) {
      String each =
          bytesPerEntry(known).stream()
              .mapToObj(bytes -> String.format(Locale.ROOT, " (%.2f an entry)", bytes))
              .collect(Collectors.joining());
      secindex.print("bytes: " + known.bytesOnDisk().getAsLong() + each);
    }
    if (known.firstKey().isPresent() && known.lastKey().isPresent()) {
      secindex.print("ids: " + key(known, known.firstKey()) + " .. " + key(known, known.lastKey()));
    }
    secindex.print("format: " + known.format());
    for (var detail : known.details().entrySet()) {
      secindex.print(detail.getKey() + ": " + detail.getValue());
    }
  }

  private Map<String, Object> fields(IndexStatistics known) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("uri", uri);
    fields.put("backend", known.backend());
    fields.put("state", lower(known.state()));
    fields.put("keyDomain", lower(known.domain()));
    fields.put("entries", known.entries());
    fields.put("entriesExact", known.entriesExact());
    known.bytesOnDisk().ifPresent(bytes -> fields.put("bytes", bytes));
    bytesPerEntry(known).ifPresent(bytes -> fields.put("bytesPerEntry", bytes));
    known.firstKey().ifPresent(k -> fields.put("firstKey", key(known, known.firstKey())));
    known.lastKey().ifPresent(k -> fields.put("lastKey", key(known, known.lastKey())));
    fields.put("format", known.format());
    fields.put("details", known.details());
    return fields;
  }

  private static OptionalDouble bytesPerEntry(IndexStatistics known) {
    return known.bytesOnDisk().isEmpty() || known.entries() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(known.bytesOnDisk().getAsLong() / (double) known.entries());
  }

  private static String key(IndexStatistics known, OptionalLong key) {
    return known.domain().format(key.orElseThrow());
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}

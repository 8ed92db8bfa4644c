package org.secindex.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.secindex.tide.Block;
import org.secindex.tide.ChannelSummary;
import org.secindex.tide.TideException;
import org.secindex.tide.TideReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "info",
    description = {
      "Tells what a log holds: size, chunks, channels with entries, time and rate, and whether its"
          + " index is complete.",
      "Entries are counted by the index where there is one; --index ignore counts them themselves."
    })
final class TideInfoCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "the logs")
  private List<String> files = new ArrayList<>();

  @Mixin private final TideReading reading = new TideReading();

  @Option(names = "--sizes", description = "sum up the payloads too, for which the log is scanned")
  private boolean sizes;

  TideInfoCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    if (files.size() == 1) {
      return info(files.get(0));
    }
    int exit = Exit.DONE;
    int failed = 0;
    for (String file : files) {
      if (!file.equals(files.get(0))) {
        secindex.print("");
      }
      try {
        exit = Math.max(exit, info(file));
      } catch (TideException e) {
        // One of many, as of *.tide: the others are told of all the same.
        secindex.console().say(String.valueOf(e.getMessage()));
        failed++;
        exit = Exit.DIFFERENCE;
      }
    }
    return failed == files.size() ? Exit.FAILED : exit;
  }

  private int info(String file) throws IOException {
    TideProblems problems = new TideProblems(secindex.console(), file);
    try (TideReader log = reading.open(secindex.console(), "read", file, problems)) {
      List<ChannelSummary> channels = log.summaries(sizes);
      Map<String, Object> fields = fields(log, channels);
      for (var field : fields.entrySet()) {
        secindex.print(field.getKey() + ": " + text(field.getKey(), field.getValue()));
      }
      for (ChannelSummary channel : channels) {
        secindex.print(line(channel));
      }
      fields.put("channels", channels.stream().map(TideInfoCommand::fields).toList());
      secindex.printJson("secindex.tide.info.1", fields);
    }
    return problems.exit();
  }

  /** Times as people read them, counts without brackets. */
  private String text(String name, Object value) {
    return switch (name) {
      case "first", "last" -> reading.format(Long.parseUnsignedLong(value.toString()));
      default -> value.toString().replaceAll("[{}]", "");
    };
  }

  private Map<String, Object> fields(TideReader log, List<ChannelSummary> channels) {
    long entries = channels.stream().mapToLong(ChannelSummary::entries).sum();
    long rows =
        log.blocks().stream().filter(b -> b.tag().equals("INDX")).mapToLong(Block::count).sum();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", log.name());
    fields.put("version", log.majorVersion() + "." + log.minorVersion());
    fields.put("bytes", log.size());
    fields.put("blocks", counts(log.blocks().stream().map(Block::tag)));
    fields.put(
        "compression",
        counts(log.chunks().stream().map(c -> c.compression().name().toLowerCase(Locale.ROOT))));
    fields.put("entries", entries);
    if (sizes) {
      fields.put(
          "payloadBytes", channels.stream().mapToLong(c -> c.payloadBytes().orElse(0)).sum());
    }
    channels.stream()
        .filter(c -> c.entries() > 0)
        .reduce(TideInfoCommand::around)
        .ifPresent(
            all -> {
              fields.put("first", Long.toUnsignedString(all.first()));
              fields.put("last", Long.toUnsignedString(all.last()));
              fields.put("seconds", reading.secondsBetween(all.first(), all.last()));
            });
    fields.put("index", rows == entries ? "complete" : rows == 0 ? "none" : "partial");
    fields.put("indexRows", rows);
    return fields;
  }

  private static Map<String, Long> counts(Stream<String> kinds) {
    return kinds.collect(
        Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
  }

  /** The time of both; the rest of it means nothing. */
  private static ChannelSummary around(ChannelSummary a, ChannelSummary b) {
    return new ChannelSummary(
        a.channel(),
        a.entries(),
        a.payloadBytes(),
        Long.compareUnsigned(a.first(), b.first()) <= 0 ? a.first() : b.first(),
        Long.compareUnsigned(a.last(), b.last()) >= 0 ? a.last() : b.last());
  }

  private String line(ChannelSummary c) {
    StringBuilder line = new StringBuilder("channel ").append(c.channel().id());
    line.append(" '").append(Shown.text(c.channel().name())).append("'");
    line.append(c.channel().declared() ? "" : " (undeclared)");
    line.append(": ").append(c.entries()).append(" entries");
    c.payloadBytes().ifPresent(bytes -> line.append(", ").append(bytes).append(" bytes"));
    if (c.entries() > 0) {
      line.append(", ").append(reading.format(c.first()));
      line.append(" .. ").append(reading.format(c.last()));
      double seconds = reading.secondsBetween(c.first(), c.last());
      if (seconds > 0) {
        line.append(String.format(Locale.ROOT, ", %.3g/s", (c.entries() - 1) / seconds));
      }
    }
    if (!c.channel().type().isEmpty()) {
      line.append(", type ").append(Shown.text(c.channel().type()));
    }
    return line.toString();
  }

  private static Map<String, Object> fields(ChannelSummary c) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", c.channel().id());
    fields.put("name", c.channel().name().toString());
    fields.put("type", c.channel().type().toString());
    fields.put("declared", c.channel().declared());
    fields.put("entries", c.entries());
    c.payloadBytes().ifPresent(bytes -> fields.put("payloadBytes", bytes));
    if (c.entries() > 0) {
      fields.put("first", Long.toUnsignedString(c.first()));
      fields.put("last", Long.toUnsignedString(c.last()));
    }
    return fields;
  }
}

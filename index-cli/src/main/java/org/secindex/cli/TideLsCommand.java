package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.secindex.api.IndexConfigException;
import org.secindex.tide.Block;
import org.secindex.tide.Channel;
import org.secindex.tide.Chunk;
import org.secindex.tide.TideCursor;
import org.secindex.tide.TideReader;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "ls",
    description = {
      "Lists what is in a log, one a line, as far as it can be read: channels unless told"
          + " otherwise.",
      "channels: id, name, type, declared or undeclared (--json: source and format, too). chunks: id, position, stored bytes,"
          + " entries as its header says, start, end, compression, state. blocks: tag, position,"
          + " end, id, count. entries: timestamp, channel id, chunk, offset, size, ok or recovered."
    })
final class TideLsCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "FILE", description = "the log")
  private String file = "";

  /** One kind of things. */
  static final class Kind {
    @Option(names = "--channels", description = "the declared channels")
    boolean channels;

    @Option(names = "--chunks", description = "the chunks, as they lie in the file")
    boolean chunks;

    @Option(names = "--blocks", description = "all blocks, as they lie in the file")
    boolean blocks;

    @Option(names = "--entries", description = "the entries, as they lie in the file")
    boolean entries;
  }

  @ArgGroup private Kind kind = new Kind();
  @Mixin private final TideReading reading = new TideReading();
  @Mixin private final TideSelection selection = new TideSelection();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "9223372036854775807",
      description = "no more than so many lines")
  private long limit;

  TideLsCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    if (selection.isGiven() && !kind.entries) {
      throw new IndexConfigException("tide ls: --channel, --from and --to are for --entries");
    }
    TideProblems problems = new TideProblems(secindex.console(), file);
    try (TideReader log = reading.open(secindex.console(), "read", file, problems)) {
      if (kind.entries) {
        entries(log);
      } else if (kind.chunks) {
        for (Chunk chunk : log.chunks().stream().limit(limit).toList()) {
          print(fields(chunk));
        }
      } else if (kind.blocks) {
        for (Block block : log.blocks().stream().limit(limit).toList()) {
          print(fields(block));
        }
      } else {
        for (Channel channel : log.channels().stream().limit(limit).toList()) {
          print(channel);
        }
      }
    }
    return problems.exit();
  }

  private void entries(TideReader log) throws IOException {
    try (TideCursor cursor = log.entries(selection.query(log, reading))) {
      for (long n = 0; n < limit && cursor.next(); n++) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("timestamp", Long.toUnsignedString(cursor.timestamp()));
        fields.put("channelId", cursor.channelId());
        fields.put("chunkId", cursor.chunkId());
        fields.put("offset", cursor.offset());
        fields.put("size", cursor.size());
        fields.put("state", cursor.recovered() ? "recovered" : "ok");
        print(fields);
      }
    }
  }

  private void print(Map<String, Object> fields) throws IOException {
    secindex.printRow(line(fields), fields);
  }

  private static String line(Map<String, Object> fields) {
    return String.join("\t", fields.values().stream().map(Shown::text).toList());
  }

  /** The rest of its texts, of which the last may be a whole schema, are no columns. */
  private void print(Channel channel) throws IOException {
    Map<String, Object> fields = fields(channel);
    String line = line(fields);
    fields.put("sourceName", channel.sourceName().toString());
    fields.put("sourceConfig", channel.sourceConfig().toString());
    fields.put("format", channel.format().toString());
    secindex.printRow(line, fields);
  }

  private static Map<String, Object> fields(Channel channel) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", channel.id());
    fields.put("name", channel.name().toString());
    fields.put("type", channel.type().toString());
    fields.put("state", channel.declared() ? "declared" : "undeclared");
    return fields;
  }

  private static Map<String, Object> fields(Chunk chunk) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", chunk.id());
    fields.put("position", chunk.position());
    fields.put("storedBytes", chunk.storedBytes());
    fields.put("count", chunk.count());
    fields.put("start", Long.toUnsignedString(chunk.start()));
    fields.put("end", Long.toUnsignedString(chunk.end()));
    fields.put("compression", chunk.compression().name().toLowerCase(Locale.ROOT));
    fields.put("state", chunk.state().name().toLowerCase(Locale.ROOT));
    return fields;
  }

  private static Map<String, Object> fields(Block block) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("tag", block.tag());
    fields.put("position", block.position());
    fields.put("end", block.end());
    fields.put("id", block.id());
    fields.put("count", block.count());
    return fields;
  }
}

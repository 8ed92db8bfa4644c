package org.secindex.cli;

import java.util.Optional;
import org.secindex.api.IndexConfigException;
import org.secindex.api.OptionReader;
import org.secindex.tide.Compression;
import org.secindex.tide.WriteOptions;
import picocli.CommandLine.Option;

/** How the chunks of a new log are made. */
final class TideChunks {
  @Option(
      names = "--compression",
      paramLabel = "none|gzip|bzip2",
      defaultValue = "none",
      description = "of the chunks; ${DEFAULT-VALUE} unless given")
  private Compression compression = Compression.NONE;

  @Option(
      names = "--chunk-size",
      paramLabel = "SIZE",
      description = "a chunk ends at this size, as 4m; 4m unless given")
  private Optional<String> chunkSize = Optional.empty();

  WriteOptions options(boolean replace) {
    WriteOptions options = WriteOptions.DEFAULT.compression(compression).replace(replace);
    return chunkSize.map(text -> options.chunkBytes(bytes(text))).orElse(options);
  }

  private static long bytes(String text) {
    return OptionReader.parseBytes(text)
        .filter(bytes -> bytes >= 1 && bytes <= WriteOptions.MAX_CHUNK_BYTES)
        .orElseThrow(
            () ->
                new IndexConfigException(
                    "--chunk-size: '" + text + "' is not a size of at most 1g, as 256k or 4m"));
  }
}

package org.secindex.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.secindex.api.DuplicatePolicy;
import org.secindex.api.IndexConfigException;
import org.secindex.api.KeyDomain;
import org.secindex.api.OptionReader;
import org.secindex.ingest.ColumnSpec;
import org.secindex.ingest.IngestOptions;
import org.secindex.ingest.Ingested;
import org.secindex.ingest.Placement.NumberSource;
import org.secindex.ingest.SkyPartition;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How files are read whose rows are entries. */
final class InputOptions {
  @Mixin private final FileOptions format = new FileOptions();

  @Option(
      names = "--columns",
      paramLabel = "SPEC",
      defaultValue = "id=1,chunk=2,sub=3",
      description =
          "which columns: id=N,chunk=N,sub=N or id=N,ra=N,dec=N with --sky; numbers from 1, or"
              + " names with --header; ${DEFAULT-VALUE} unless given")
  private String columns = "";

  @Option(
      names = "--sky",
      paramLabel = "S,T",
      description =
          "location from ra and dec, in degrees, by Qserv's partitioning with S stripes and T"
              + " sub-stripes, as 85,12")
  private Optional<String> sky = Optional.empty();

  @Option(
      names = "--chunk",
      paramLabel = "N|name",
      description = "the chunk of all rows, or 'name': the number in each file's name, chunk_N")
  private Optional<String> chunk = Optional.empty();

  @Option(names = "--sub", paramLabel = "N", description = "the subchunk of all rows")
  private Optional<String> sub = Optional.empty();

  @Option(
      names = "--on-duplicate",
      paramLabel = "POLICY",
      defaultValue = "reject",
      description =
          "an id that comes with two locations: reject, or keep the first or the last;"
              + " ${DEFAULT-VALUE} unless given")
  private DuplicatePolicy onDuplicate = DuplicatePolicy.REJECT;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "for sorting, as 512m or 4g; 1g unless given, or half of Java's memory if less; what needs"
              + " more, at 18 bytes a row, is sorted on disk")
  private Optional<String> memory = Optional.empty();

  @Option(
      names = "--temp",
      paramLabel = "DIR",
      description =
          "where to sort on disk, at up to 16 bytes a row; the system's folder for temporary files"
              + " unless given. The space is used without a file name, and free again when the"
              + " command ends, however it ends")
  private Optional<Path> temp = Optional.empty();

  /** Reads, sorts and checks all files. */
  Ingested read(Console console, List<String> files, KeyDomain domain) {
    return format.read(console, files, options(domain));
  }

  private IngestOptions options(KeyDomain domain) {
    ColumnSpec spec =
        ColumnSpec.parse(
            columns,
            sky.map(SkyPartition::parse),
            chunk.map(text -> text.equals("name") ? new NumberSource.InFileName() : constant(text)),
            sub.map(InputOptions::constant));
    IngestOptions options = format.options(domain).withColumns(spec).withOnDuplicate(onDuplicate);
    IngestOptions sorted = temp.map(options::withTemp).orElse(options);
    return memory.map(text -> sorted.withMemory(bytes(text))).orElse(sorted);
  }

  private static NumberSource constant(String text) {
    try {
      return new NumberSource.Constant(Integer.parseUnsignedInt(text));
    } catch (IllegalArgumentException e) {
      throw new IndexConfigException("'" + text + "' is no chunk or subchunk number");
    }
  }

  private static long bytes(String text) {
    long bytes =
        OptionReader.parseBytes(text)
            .orElseThrow(
                () ->
                    new IndexConfigException(
                        "--memory: '" + text + "' is not a size, as 512m or 4g"));
    long most = Runtime.getRuntime().maxMemory();
    if (bytes > most) {
      throw new IndexConfigException(
          "--memory: "
              + text
              + " is more than the "
              + (most >> 20)
              + " MiB that Java may take; raise that too, as SECINDEX_JAVA_OPTS=-Xmx8g");
    }
    return bytes;
  }
}

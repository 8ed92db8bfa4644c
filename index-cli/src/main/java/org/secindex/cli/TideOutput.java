package org.secindex.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The log that is to be written. */
final class TideOutput {
  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "OUT",
      description = "the new log; it must not be there yet, unless --force is given")
  private String out = "";

  @Option(
      names = "--force",
      description = "replace OUT if it is there, once the new log is complete")
  private boolean force;

  String name() {
    return out;
  }

  Path path() {
    return TideFiles.path(out);
  }

  boolean replaces() {
    return force;
  }
}

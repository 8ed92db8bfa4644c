package org.secindex.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/** Which index is to be written, from which files. */
final class IndexAndFiles {
  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "the index, as file:/data/idx; see 'secindex backends'")
  private String uri = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "files, plain or compressed (.gz, .zst, .bz2); folders; patterns in quotes, as"
              + " 'data/chunk_*.tsv'; or - for the standard input")
  private List<String> files = new ArrayList<>();

  String uri() {
    return uri;
  }

  List<String> files() {
    return files;
  }
}

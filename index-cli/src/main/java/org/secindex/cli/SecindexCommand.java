package org.secindex.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The root command: what all commands have in common. */
@Command(
    name = "secindex",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Version.class,
    description = "A secondary index: 64-bit ids to the chunk and subchunk where each lives.",
    footer = {
      "",
      "Results go to standard output, everything else to standard error.",
      "Exit: 0 done, 1 failed, 2 usage, 3 done with loss or difference, 130 interrupted."
    })
final class SecindexCommand {
  private final Console console;
  private final ObjectMapper json =
      new ObjectMapper().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  private boolean jsonWanted;
  private int verbosity;

  SecindexCommand(Console console) {
    this.console = console;
  }

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "results as JSON; ids as strings, since many JSON readers round large numbers")
  void setJson(boolean wanted) {
    jsonWanted = wanted;
  }

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "with errors, the trace; twice (-vv), debug messages")
  void setVerbose(boolean[] times) {
    verbosity = times.length;
    if (verbosity > 1) {
      // Read by logback.xml when the first message is logged, which is after this.
      System.setProperty("secindex.log", "DEBUG");
    }
  }

  Console console() {
    return console;
  }

  boolean isJson() {
    return jsonWanted;
  }

  boolean isVerbose() {
    return verbosity > 0;
  }

  /**
   * Prints a result as one line of JSON, if that is wanted.
   *
   * @param schema name and version of the set of fields; fields are only ever added
   */
  void printJson(String schema, Map<String, ?> fields) throws IOException {
    if (jsonWanted) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("schema", schema);
      all.putAll(fields);
      json.writeValue(console.out(), all);
      console.out().write('\n');
    }
  }

  /** Prints one of many results: as an object of JSON if that is wanted, or else as text. */
  void printRow(String line, Map<String, ?> fields) throws IOException {
    if (jsonWanted) {
      json.writeValue(console.out(), fields);
      console.out().write('\n');
    } else {
      print(line);
    }
  }

  /** Prints a result as text, unless JSON is wanted. */
  void print(String line) throws IOException {
    if (!jsonWanted) {
      console.out().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }
}

package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.secindex.ingest.IngestSummary;

/** Says what a load or update has done. */
final class Summaries {
  private Summaries() {}

  /** Tells the exit code too: rows that were left out for being bad are a loss. */
  static int print(
      SecindexCommand secindex,
      String command,
      String verb,
      String preposition,
      String uri,
      IngestSummary summary,
      Stopwatch time)
      throws IOException {
    Console console = secindex.console();
    summary.firstConflicts().forEach(conflict -> console.say("conflict: id " + conflict));
    if (summary.conflicts() > summary.firstConflicts().size()) {
      console.say(
          "conflict: and " + (summary.conflicts() - summary.firstConflicts().size()) + " more");
    }
    String entries = summary.entries() == 1 ? " entry " : " entries ";
    console.say(
        verb
            + " "
            + summary.entries()
            + entries
            + preposition
            + " "
            + uri
            + " "
            + time.rate(summary.entries())
            + leftOut(summary));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("uri", uri);
    fields.put("entries", summary.entries());
    fields.put("rows", summary.rows());
    fields.put("repeats", summary.repeats());
    fields.put("conflicts", summary.conflicts());
    fields.put("blankLines", summary.notes().blankLines());
    fields.put("commentLines", summary.notes().commentLines());
    fields.put("badRows", summary.notes().badRows());
    fields.put("warnings", summary.notes().warnings());
    fields.put("firstInversion", summary.firstInversion().orElse(null));
    fields.put("spilledBytes", summary.spilledBytes());
    fields.put("seconds", time.seconds());
    secindex.printJson("secindex." + command + ".1", fields);
    return exitCode(summary);
  }

  static int exitCode(IngestSummary summary) {
    return summary.notes().badRows() == 0 ? Exit.DONE : Exit.DIFFERENCE;
  }

  private static String leftOut(IngestSummary summary) {
    String sorted =
        summary.firstInversion().map(place -> "; sorted, from " + place + " on").orElse("");
    return sorted
        + count(summary.repeats(), "repeated row left out", "repeated rows left out")
        + count(summary.conflicts(), "conflict resolved", "conflicts resolved")
        + badRows(summary.notes().badRows())
        + count(summary.notes().blankLines(), "blank line skipped", "blank lines skipped")
        + count(summary.notes().commentLines(), "comment skipped", "comments skipped");
  }

  static String badRows(long n) {
    return count(
        n, "bad row written to the --errors file", "bad rows written to the --errors file");
  }

  private static String count(long n, String one, String many) {
    return n == 0 ? "" : "; " + n + " " + (n == 1 ? one : many);
  }
}

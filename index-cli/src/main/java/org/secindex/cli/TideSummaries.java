package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.secindex.tide.Rewritten;

/** Says which log has been written. */
final class TideSummaries {
  private TideSummaries() {}

  static void print(
      SecindexCommand secindex, String command, TideOutput output, Rewritten done, Stopwatch time)
      throws IOException {
    secindex
        .console()
        .say(
            "wrote "
                + done.entries()
                + " entries of "
                + done.channels()
                + " channels in "
                + done.chunks()
                + " chunks to "
                + output.name()
                + " "
                + time.rate(done.entries()));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("out", output.name());
    fields.put("channels", done.channels());
    fields.put("chunks", done.chunks());
    fields.put("entries", done.entries());
    fields.put("bytes", done.bytes());
    fields.put("seconds", time.seconds());
    secindex.printJson("secindex.tide." + command + ".1", fields);
  }
}

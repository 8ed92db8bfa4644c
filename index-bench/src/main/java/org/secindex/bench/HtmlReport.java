package org.secindex.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One page that needs no network: what was found, charts, all figures, how they were made. */
final class HtmlReport {
  private static final List<String> HEAD =
      List.of(
          "suite",
          "entries",
          "clients",
          "repeat",
          "store",
          "layout",
          "cache",
          "keys looked up",
          "keys a call",
          "wall, s",
          "client CPU, s",
          "server CPU, s",
          "operations/s",
          "p50, µs",
          "p99, µs",
          "p99.9, µs",
          "p99.9 from intended start, µs",
          "client memory, MB",
          "server memory, MB",
          "garbage collection, s",
          "disk, MB",
          "read, MB",
          "written, MB",
          "checksum",
          "notes",
          "status");

  private final Results all;
  private final List<ResultRow> rows;
  private final StoreNames stores;
  private final List<Chart> charts;
  private final Page html = new Page("secindex bench");

  HtmlReport(Results all, List<Chart> charts) {
    this.all = all;
    this.charts = charts;
    rows = all.rows();
    stores = new StoreNames(rows);
  }

  String page() {
    summary();
    if (!charts.isEmpty()) {
      html.add("<h2>Charts</h2>\n<p>Each name in a legend can be switched off. What is pointed at,")
          .add(" or touched, tells its figures.</p>\n")
          .charts(charts);
    }
    table();
    howToRead();
    for (RunResults run : all.runs()) {
      String name = all.runs().size() == 1 ? "" : ": " + Page.escape(run.directory().toString());
      html.facts("How the run was made" + name, run.about());
      html.facts("The machine" + name, run.machine());
    }
    return html.end();
  }

  private void summary() {
    html.add("<h1>Which store for my size?</h1>\n");
    for (RunResults run : all.runs()) {
      html.add("<p>Run ").text(run.about().get("run")).add(", keys ");
      html.text(run.about().get("keys")).add(", durability ");
      html.text(run.about().get("durability")).add(", on ").text(run.machineLabel()).add(". ");
      html.add(verdict(String.valueOf(run.about().get("verdict")))).add("</p>\n");
    }
    Map<Setting, List<ResultRow>> groups = all.bySetting();
    if (groups.size() > 1) {
      html.add("<p class=\"note\"><b>Not all of this can be compared.</b> Figures were taken in ")
          .add(Integer.toString(groups.size()))
          .add(
              " circumstances, which are kept apart below, each in charts of its own:</p>\n<ul>\n");
      groups.keySet().forEach(s -> html.add("<li>").text(s.label()).add("</li>\n"));
      html.add("</ul>\n");
    }
    new Choices(html, stores).add(groups);
    html.add("<p>").add(largestIndex()).add(cacheNote()).add("</p>\n");
    harness();
    for (RunResults run : all.runs()) {
      beyondCache(run);
    }
    remarks();
  }

  /** What must be known of some figures so as not to be misled by them. */
  private void remarks() {
    Map<String, List<String>> remarks = new LinkedHashMap<>();
    for (ResultRow row : rows) {
      for (String note : row.notes().split("; ", -1)) {
        if (!note.isEmpty()) {
          remarks
              .computeIfAbsent(note, same -> new ArrayList<>())
              .add(stores.name(row) + " " + row.suite() + " " + Numbers.size(row.entries()));
        }
      }
    }
    if (!remarks.isEmpty()) {
      html.add("<details><summary><b>Remarks</b> on some measurements: ")
          .add(Integer.toString(remarks.size()))
          .add("</summary>\n<ul>\n");
      remarks.forEach(
          (note, of) ->
              html.add("<li>")
                  .text(note)
                  .add(": ")
                  .text(String.join(", ", of.stream().distinct().toList()))
                  .add("</li>\n"));
      html.add("</ul></details>\n");
    }
  }

  private String cacheNote() {
    return rows.stream().anyMatch(row -> row.cache().equals("cold"))
        ? ""
        : "What was looked up had been written just before, and no cache was emptied (warm): with"
            + " an index larger than the memory, look-ups wait for the disk, and the order may be"
            + " another.";
  }

  /** What of all figures is the bench's own. */
  private void harness() {
    List<ResultRow> own =
        rows.stream().filter(row -> row.backend().equals(ResultRow.HARNESS)).toList();
    List<String> parts = new ArrayList<>();
    for (Question question : Question.values()) {
      question.rows(own).stream()
          .max(Comparator.comparingLong(ResultRow::entries))
          .map(question::cost)
          .ifPresent(
              cost ->
                  parts.add(
                      question.inShort() + " " + Numbers.seconds(cost) + " " + question.unit()));
    }
    if (!parts.isEmpty()) {
      html.add("<p>The bench itself, asked without any store (noop), is in all of these figures: ")
          .text(String.join(", ", parts))
          .add(".</p>\n");
    }
  }

  private void beyondCache(RunResults run) {
    if (run.about().get("cache_bytes") instanceof Number cache) {
      List<String> beyond = new Findings(run.rows(), stores).beyond(cache.longValue());
      if (!beyond.isEmpty()) {
        html.add("<p><b>Larger than the cache of its store</b> (")
            .add(Numbers.megabytes(cache.longValue()))
            .add(" MB; see --cache), so that look-ups waited for more than memory: ")
            .text(String.join(", ", beyond))
            .add(".</p>\n");
      }
    }
  }

  /** Data size by memory size: without it no figure of a look-up means anything. */
  private String largestIndex() {
    long largest = 0;
    for (ResultRow row : rows) {
      Long bytes = row.diskBytes();
      largest = Math.max(largest, bytes == null || !row.isOfAStore() ? 0 : bytes);
    }
    Object ram = all.runs().get(0).machine().get("ram_bytes");
    if (largest == 0 || !(ram instanceof Number bytes)) {
      return "";
    }
    return "The largest index took %s MB, %s %% of this machine's memory. "
        .formatted(Numbers.megabytes(largest), Numbers.of(100.0 * largest / bytes.doubleValue()));
  }

  private static String verdict(String verdict) {
    return switch (verdict) {
      case "complete" -> "Every answer was checked, and was right on every backend.";
      case "invalid" ->
          "<span class=\"bad\">INVALID: an answer was wrong, so the figures mean nothing. See the"
              + " column “status”.</span>";
      case "interrupted" -> "<span class=\"bad\">The run was stopped before its end.</span>";
      default ->
          "<span class=\"bad\">Not everything could be measured; see the column “status”.</span>"
              + " Every answer that was given was checked, and was right.";
    };
  }

  private void table() {
    html.add("<h2>All measurements</h2>\n<details><summary>")
        .add(Numbers.of(rows.size()))
        .add(" lines</summary>\n")
        .tableHead(HEAD);
    rows.stream().sorted(ScreenTable.bySuite()).forEach(this::row);
    html.tableEnd()
        .add("<p>An empty cell could not be measured, or means nothing for the")
        .add(" suite. 1 MB is 10⁶ bytes. The same figures, and more, are in results.csv.</p>\n")
        .add("</details>\n");
  }

  private void row(ResultRow r) {
    Integer keys = r.method().keysPerCall();
    Latency intended = r.intended();
    html.tableRow(
        List.of(
            r.suite(),
            Numbers.of(r.entries()),
            Integer.toString(r.clients()),
            Integer.toString(r.repeat()),
            r.backend(),
            r.layout(),
            r.cache(),
            Setting.lookups(r.method()),
            keys == null ? "" : Numbers.of((long) keys),
            Numbers.of(r.wallSeconds()),
            Numbers.cpu(r.clientCpuSeconds()),
            Numbers.cpu(r.serverCpuSeconds()),
            Numbers.of(r.opsPerSecond()),
            Numbers.of(r.p50Micros()),
            Numbers.of(r.p99Micros()),
            Numbers.of(r.p999Micros()),
            intended == null ? "" : Numbers.of(Double.valueOf(intended.p999Micros())),
            Numbers.of(r.clientRssMb()),
            Numbers.of(r.serverRssMb()),
            Numbers.of(r.garbage().collectionSeconds()),
            Numbers.megabytes(r.diskBytes()),
            Numbers.megabytes(r.readBytes()),
            Numbers.megabytes(r.writeBytes()),
            r.checksum(),
            r.notes()),
        r.status(),
        r.isOk());
  }

  private void howToRead() {
    html.add(
        """
        <h2>How to read this</h2>
        <ul>
        <li><b>init</b> fills a new index with generated entries, which come sorted; generating
        them counts. <b>load</b> fills it from TSV files; <b>make-files</b> is the time to make these files, which is not
        part of load. <b>run</b> looks random keys up one by one, <b>batch</b> 1000 a call (its
        latencies are those of such a call), <b>scan</b> reads everything in order, <b>update</b>
        writes a file's worth of entries over the index: half of them new keys, half keys that are
        there, with another location.</li>
        <li><b>Wall</b> is time on the clock. <b>CPU</b> is user and system time, of the client (the
        bench's own process, with the store's library and, in load, the parser) and of all processes
        of the server. CPU may exceed wall: several cores worked. The system counts
        CPU in ticks of 10 ms.</li>
        <li><b>Clients</b> ask in a closed loop, the next call when the last is answered, unless a
        rate is named. The percentiles are then those of the calls, without the waiting of callers who
        come at their own time (coordinated omission). At a rate, latencies from the intended start have it in them.</li>
        <li><b>Which keys</b> are looked up stands beside each measurement; where it does not, they are drawn
        evenly, and 10 % are not in the index: beside, between and outside of its keys. They are the same for every
        backend; the seed is below.</li>
        <li>Charts and the table at the top show the smallest number of clients, 1000 keys a call in batches,
        and of several repeats the median by time on the clock; the bar behind a point is from the least to the most of them.</li>
        <li>Warm-up, which counts nowhere: each backend first does every suite on 100 000 entries,
        and up to 20 000 look-ups (2 s at most) come before each look-up suite.</li>
        <li>Each answer was compared with the generator, and what was written was read back
        whole and compared by checksum, after the clock had stopped. Equal checksums in a suite mean
        equal answers.</li>
        <li>Memory is the largest resident size seen, at every 0.2 s. All backends are measured in
        one client process, which keeps memory that earlier work made it take. Bytes read and written are
        those that reached the disk during the measurement; what the system wrote later is not
        counted.</li>
        </ul>
        """);
  }
}

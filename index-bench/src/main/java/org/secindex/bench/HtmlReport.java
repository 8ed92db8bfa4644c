package org.secindex.bench;

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
          "backend",
          "wall, s",
          "client CPU, s",
          "server CPU, s",
          "operations/s",
          "p50, µs",
          "p99, µs",
          "p99.9, µs",
          "client memory, MB",
          "server memory, MB",
          "disk, MB",
          "read, MB",
          "written, MB",
          "checksum",
          "status");

  private final List<ResultRow> rows;
  private final Map<String, Object> run;
  private final Map<String, Object> environment;
  private final List<Chart> charts;
  private final Page html = new Page("secindex bench");

  HtmlReport(
      List<ResultRow> rows,
      Map<String, Object> run,
      Map<String, Object> environment,
      List<Chart> charts) {
    this.rows = rows;
    this.run = run;
    this.environment = environment;
    this.charts = charts;
  }

  String page() {
    summary();
    html.charts(charts);
    table();
    howToRead();
    return html.facts("How the run was made", run).facts("The machine", environment).end();
  }

  private void summary() {
    html.add("<h1>Which store for the index?</h1>\n<p>Run ");
    html.text(run.get("run")).add(", keys ");
    html.text(run.get("keys")).add(", durability ");
    html.text(run.get("durability"));
    html.add(", on ").text(environment.get("cpu"));
    html.add(" (").text(environment.get("cores_logical")).add(" logical cores). ");
    html.add(verdict(String.valueOf(run.get("verdict")))).add("</p>\n");
    Findings findings = new Findings(rows);
    List<Long> sizes = findings.sizes();
    if (!sizes.isEmpty()) {
      findings(findings, sizes.get(0));
    }
    if (sizes.size() > 1) {
      html.add("<details><summary>Smaller sizes</summary>\n");
      sizes.subList(1, sizes.size()).forEach(size -> findings(findings, size));
      html.add("</details>\n");
    }
    html.add("<p>What was looked up had been written just before, and no cache was emptied")
        .add(" (warm). ")
        .add(largestIndex())
        .add("With an index larger than the memory, look-ups wait for the disk, and the order may")
        .add(" be another.</p>\n");
    if (run.get("cache_bytes") instanceof Number cache) {
      List<String> beyond = findings.beyond(cache.longValue());
      if (!beyond.isEmpty()) {
        html.add("<p><b>Larger than the cache of its store</b> (")
            .add(Numbers.megabytes(cache.longValue()))
            .add(" MB; see --cache), so that look-ups waited for more than memory: ")
            .text(String.join(", ", beyond))
            .add(".</p>\n");
      }
    }
  }

  private void findings(Findings findings, long size) {
    html.add("<p>At <b>").add(Numbers.size(size)).add(" entries</b>:</p>\n<ul>\n");
    for (String sentence : findings.sentences(size)) {
      html.add("<li>").text(sentence).add("</li>\n");
    }
    html.add("</ul>\n");
  }

  /** Data size by memory size: without it no figure of a look-up means anything. */
  private String largestIndex() {
    long largest = 0;
    for (ResultRow row : rows) {
      Long bytes = row.diskBytes();
      largest = Math.max(largest, bytes == null || row.backend().equals("none") ? 0 : bytes);
    }
    if (largest == 0 || !(environment.get("ram_bytes") instanceof Number ram)) {
      return "";
    }
    return "The largest index took %s MB, %s %% of this machine's memory. "
        .formatted(Numbers.megabytes(largest), Numbers.of(100.0 * largest / ram.doubleValue()));
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
    html.add("<h2>All measurements</h2>\n").tableHead(HEAD);
    rows.stream().sorted(ScreenTable.bySuite()).forEach(this::row);
    html.tableEnd()
        .add("<p>An empty cell could not be measured, or means nothing for the")
        .add(" suite. 1 MB is 10⁶ bytes. The same figures are in results.csv.</p>\n");
  }

  private void row(ResultRow r) {
    html.tableRow(
        List.of(
            r.suite(),
            Numbers.of(r.entries()),
            Integer.toString(r.clients()),
            Integer.toString(r.repeat()),
            r.backend(),
            Numbers.of(r.wallSeconds()),
            Numbers.cpu(r.clientCpuSeconds()),
            Numbers.cpu(r.serverCpuSeconds()),
            Numbers.of(r.opsPerSecond()),
            Numbers.of(r.p50Micros()),
            Numbers.of(r.p99Micros()),
            Numbers.of(r.p999Micros()),
            Numbers.of(r.clientRssMb()),
            Numbers.of(r.serverRssMb()),
            Numbers.megabytes(r.diskBytes()),
            Numbers.megabytes(r.readBytes()),
            Numbers.megabytes(r.writeBytes()),
            r.checksum()),
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
        <li><b>Clients</b> ask in a closed loop: the next call when the last is answered. The
        percentiles are those of the calls; they are not corrected for the waiting of callers who
        come at their own time (coordinated omission).</li>
        <li>Of the keys looked up 90 % are in the index, and 10 % are not: beside, between and
        outside of its keys. All are drawn evenly, the same for every backend; the seed is
        below.</li>
        <li>Charts and the sentences at the top show the smallest number of clients, and of several
        repeats the median.</li>
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

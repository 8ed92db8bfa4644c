package org.secindex.bench;

import java.util.List;
import java.util.Map;

/** One page about a run over TIDE logs: what was found, charts, all figures, how they were made. */
final class TideReport {
  private static final List<String> HEAD =
      List.of(
          "part",
          "log",
          "file, MB",
          "INDX, MB",
          "method",
          "cache",
          "in memory, %",
          "wall, s",
          "user, s",
          "system, s",
          "I/O wait, s",
          "read, MB",
          "lost, entries",
          "status");

  private TideReport() {}

  static String page(
      List<TideRow> rows,
      Map<String, Object> run,
      Map<String, Object> environment,
      List<Chart> charts) {
    Page page = new Page("secindex bench tide");
    page.add("<h1>Scan a log, or read its index?</h1>\n<p>Run ").text(run.get("run"));
    page.add(", logs of 2011 at scale ").text(run.get("scale"));
    page.add(", on ").text(environment.get("cpu"));
    page.add(" (").text(environment.get("cores_logical")).add(" logical cores). ");
    page.add(verdict(String.valueOf(run.get("verdict")))).add("</p>\n<ul>\n");
    for (String sentence : new TideFindings(rows).sentences()) {
      page.add("<li>").text(sentence).add("</li>\n");
    }
    page.add("</ul>\n").charts(charts);
    page.add("<h2>Median of the repeats</h2>\n<pre class=\"wide\"><small>")
        .text(TideTable.of(rows))
        .add("</small></pre>\n");
    page.add("<details><summary>All measurements</summary>\n").tableHead(HEAD);
    rows.forEach(row -> page.tableRow(cells(row), row.status(), row.isOk()));
    page.tableEnd().add("</details>\n");
    page.add(
        """
        <p>An empty cell could not be measured, or means nothing for the method. 1 MB is 10⁶ bytes.
        The same figures are in results.csv.</p>
        <h2>How to read this</h2>
        <ul>
        <li>A <b>log</b> is given as chunks × entries a chunk × bytes an entry. <b>scan</b> visits
        the header of each chunk and of each entry in it, and leaves the payloads out; <b>index</b>
        reads the INDX blocks and nothing of the chunks but their headers; both come to the channel,
        time and place of every entry, and to the same checksum, or the run is invalid. <b>read</b>
        reads the file from start to end in blocks of 128 KiB, as cat does, and is what a
        scan is compared with (scan/read).</li>
        <li><b>Warm</b>: the whole file had been read just before. <b>Cold</b>: the system was told
        to forget the file; what it kept of it nevertheless is in the column “in memory”,
        which was looked up before each measurement. What lies below the system, as the memory of
        a disk or of the host of a virtual machine, is not ours to empty.</li>
        <li><b>User</b> and <b>system</b> are CPU time of this process, all threads together, which
        the system counts in ticks of 10 ms. <b>I/O wait</b>: see “io wait of” below. Of
        this process, it is the time its threads waited for the disk, which Linux accounts if kernel.task_delayacct is 1
        when the program starts; of the machine, it is the time in which processors had nothing to do but wait
        for a disk (/proc/stat), summed over them, so that nothing else should be running. <b>Read</b> are bytes that came
        from the disk for this process (/proc/self/io).</li>
        <li>Charts and sentences show the median of the repeats. Before the first log of each size
        of entries the same is done on a small log of that kind, which counts nowhere.</li>
        <li><b>Lost</b>: at random moments of writing, how many of the entries given to the writer
        are not to be found in the file as it then is. That is what is lost if the process
        is killed then; every finished chunk is on stable storage before the next begins.</li>
        <li>The scan of 2011: at most 0.002, 0.2 and 200 s for the three logs; of the last, 15 s user,
        10 s system, 175 s I/O wait. At a scale below 1 it stands here in proportion to the number
        of entries.</li>
        </ul>
        """);
    return page.facts("How the run was made", run).facts("The machine", environment).end();
  }

  private static List<String> cells(TideRow r) {
    Effort effort = r.effort();
    TideRow.Size size = r.size();
    TideRow.Loss loss = r.loss();
    Double cached = r.cachedShare();
    return List.of(
        r.part(),
        r.shape().label(),
        size == null ? "" : Numbers.megabytes(size.fileBytes()),
        size == null ? "" : Numbers.megabytes(size.indexBytes()),
        r.method(),
        r.cache(),
        cached == null ? "" : Numbers.of(Math.round(100 * cached)),
        Numbers.seconds(r.seconds()),
        effort == null ? "" : Numbers.cpu(effort.userSeconds()),
        effort == null ? "" : Numbers.cpu(effort.systemSeconds()),
        effort == null ? "" : Numbers.cpu(effort.ioWaitSeconds()),
        effort == null ? "" : Numbers.megabytes(effort.readBytes()),
        loss == null ? "" : Numbers.of(loss.meanEntries()));
  }

  private static String verdict(String verdict) {
    return switch (verdict) {
      case "complete" -> "Scan and index came to the same entries in every log.";
      case "invalid" ->
          "<span class=\"bad\">INVALID: scan and index came to different entries, so the figures"
              + " mean nothing. See the column “status”.</span>";
      case "interrupted" -> "<span class=\"bad\">The run was stopped before its end.</span>";
      default ->
          "<span class=\"bad\">Not everything could be measured; see the column “status”.</span>";
    };
  }
}

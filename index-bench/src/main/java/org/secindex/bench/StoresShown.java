package org.secindex.bench;

import java.util.List;
import java.util.Map;

/** How the results of runs of the stores are shown. */
record StoresShown(Results all) implements BenchReport.Shown {
  @Override
  public List<ResultRow> results() {
    return all.rows();
  }

  @Override
  public String table() {
    return ScreenTable.of(all.rows());
  }

  @Override
  public String markdown() {
    return ScreenTable.markdown(all.rows());
  }

  @Override
  public List<Chart> charts() {
    return Charts.of(all);
  }

  @Override
  public String page(List<Chart> charts) {
    return new HtmlReport(all, charts).page();
  }

  @Override
  public String historicalCsv() {
    return HistoricalCsv.of(all);
  }

  @Override
  public List<Map<String, Object>> runs() {
    return all.runs().stream().map(RunResults::fields).toList();
  }
}

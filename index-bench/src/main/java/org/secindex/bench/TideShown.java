package org.secindex.bench;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.secindex.api.IndexConfigException;

/** How the results of a run over TIDE logs are shown. */
record TideShown(
    Path directory, List<TideRow> results, Map<String, Object> about, Map<String, Object> machine)
    implements BenchReport.Shown {
  @Override
  public String table() {
    return TideTable.of(results);
  }

  @Override
  public String markdown() {
    return TideTable.markdown(results);
  }

  @Override
  public List<Chart> charts() {
    return TideCharts.of(results);
  }

  @Override
  public String page(List<Chart> charts) {
    return TideReport.page(results, about, machine, charts);
  }

  @Override
  public String historicalCsv() {
    throw new IndexConfigException(
        "bench report: " + directory + " is a run over TIDE logs; the old columns are for stores");
  }

  @Override
  public List<Map<String, Object>> runs() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("directory", directory.toString());
    fields.put("run", about);
    fields.put("environment", machine);
    return List.of(fields);
  }
}

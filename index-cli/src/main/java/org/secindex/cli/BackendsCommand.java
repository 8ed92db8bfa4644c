package org.secindex.cli;

import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexProvider;
import org.secindex.api.Indexes;
import picocli.CommandLine.Command;

@Command(
    name = "backends",
    description = {
      "Lists the backends, how an index of each is addressed, and their options.",
      "A backend that is there and cannot be loaded is listed with the reason; the exit code is"
          + " then 3."
    })
final class BackendsCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  BackendsCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    List<IndexProvider> backends =
        Indexes.providers().stream()
            .sorted(Comparator.comparing(BackendsCommand::schemes))
            .toList();
    for (IndexProvider backend : backends) {
      secindex.print(schemes(backend) + ": " + backend.summary());
      secindex.print("    " + backend.example());
      secindex.print("    engine: " + backend.engine());
      for (IndexOption option : backend.options()) {
        secindex.print(
            "    ?" + option.name() + "=" + option.defaultValue() + "  " + option.description());
      }
    }
    List<String> unusable = Indexes.unusable();
    for (String problem : unusable) {
      secindex.print("not usable: " + problem);
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("backends", backends.stream().map(BackendsCommand::fields).toList());
    all.put("unusable", unusable);
    secindex.printJson("secindex.backends.1", all);
    return unusable.isEmpty() ? Exit.DONE : Exit.DIFFERENCE;
  }

  private static String schemes(IndexProvider backend) {
    return String.join(", ", new TreeSet<>(backend.schemes()));
  }

  private static Map<String, Object> fields(IndexProvider backend) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("schemes", new TreeSet<>(backend.schemes()));
    fields.put("summary", backend.summary());
    fields.put("example", backend.example());
    fields.put("engine", backend.engine());
    fields.put("options", backend.options());
    return fields;
  }
}

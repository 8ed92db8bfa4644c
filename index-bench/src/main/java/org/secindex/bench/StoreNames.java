package org.secindex.bench;

import java.awt.Color;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the stores of a report are called: by the backend, and also by the layout if there are
 * several layouts of it. And their colours.
 */
final class StoreNames {
  /** Colours that the colour-blind can tell apart (Okabe and Ito). */
  private static final Map<String, Color> COLOURS =
      Map.of(
          "file", new Color(0x0072B2),
          "rocksdb", new Color(0xE69F00),
          "mysql", new Color(0x009E73),
          "xrootd", new Color(0xCC79A7));

  /** For further layouts, and other stores. */
  private static final List<Color> SPARE =
      List.of(new Color(0xD55E00), new Color(0x56B4E9), new Color(0x8C6D46), new Color(0x7F7F7F));

  private final Map<String, Set<String>> layouts = new LinkedHashMap<>();

  /** Those of all rows that have figures. */
  StoreNames(List<ResultRow> rows) {
    for (ResultRow row : rows) {
      if (row.isOk() && row.isOfAStore()) {
        layouts.computeIfAbsent(row.backend(), b -> new LinkedHashSet<>()).add(row.layout());
      }
    }
  }

  /** As {@code file}, or {@code xrootd cluster:2} where there is {@code xrootd single} too. */
  String name(ResultRow row) {
    return name(row.backend(), row.layout());
  }

  private String name(String backend, String layout) {
    return layouts.getOrDefault(backend, Set.of()).size() < 2 ? backend : backend + " " + layout;
  }

  /** All of them, those of one backend side by side. */
  List<String> names() {
    return layouts.entrySet().stream()
        .flatMap(entry -> entry.getValue().stream().map(layout -> name(entry.getKey(), layout)))
        .toList();
  }

  /** The same on all charts: that of the backend for its first layout. */
  Color colour(String name) {
    int others = 0;
    for (Map.Entry<String, Set<String>> entry : layouts.entrySet()) {
      boolean first = COLOURS.containsKey(entry.getKey());
      for (String layout : entry.getValue()) {
        Color own = first ? COLOURS.get(entry.getKey()) : null;
        Color colour = own == null ? spare(others++) : own;
        if (name(entry.getKey(), layout).equals(name)) {
          return colour;
        }
        first = false;
      }
    }
    return Color.GRAY;
  }

  /** One of some colours that no store of this project has. */
  static Color spare(int number) {
    return SPARE.get(number % SPARE.size());
  }
}

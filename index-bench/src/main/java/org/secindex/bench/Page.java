package org.secindex.bench;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One page of HTML that needs no network: its style, and what all reports have in them. */
final class Page {
  private final StringBuilder html = new StringBuilder();

  /** Begins a page. */
  Page(String title) {
    html.append(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\
            """)
        .append(escape(title))
        .append(
            """
            </title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 900px; margin: 0 auto; padding: 1em;
              color: #222; background: #fff }
            h1 { font-size: 1.5em } h2 { font-size: 1.15em; margin-top: 2em }
            figure { margin: 1.5em 0 } figure svg { width: 100%; height: auto }
            figcaption { color: #555; font-size: .9em }
            .wide { overflow-x: auto } table { border-collapse: collapse; font-size: .8em }
            th, td { padding: .25em .6em; border-bottom: 1px solid #ddd; text-align: right;
              white-space: nowrap }
            th:first-child, td:first-child, td.text { text-align: left }
            td.wrap { white-space: normal; text-align: left; overflow-wrap: anywhere }
            .bad { color: #b00020; font-weight: bold }
            </style></head><body>
            """);
  }

  /** Adds a piece of HTML as it is. */
  Page add(CharSequence piece) {
    html.append(piece);
    return this;
  }

  /** Adds a text; of what is null, {@code null}. */
  Page text(@Nullable Object text) {
    return add(escape(String.valueOf(text)));
  }

  Page charts(List<Chart> charts) {
    for (Chart chart : charts) {
      add("<figure>").add(chart.svgElement()).add("<figcaption>");
      text(chart.caption()).add("</figcaption></figure>\n");
    }
    return this;
  }

  /** Begins a table, which may be wider than the page. */
  Page tableHead(List<String> columns) {
    add("<div class=\"wide\"><table><tr>");
    columns.forEach(h -> add("<th>").add(h).add("</th>"));
    return add("</tr>\n");
  }

  /**
   * Adds a row whose last cell is a status.
   *
   * @param cells as text, the last one apart
   */
  Page tableRow(List<String> cells, String status, boolean isGood) {
    add("<tr>");
    cells.forEach(c -> add("<td>").text(c).add("</td>"));
    add(isGood ? "<td class=\"text\">" : "<td class=\"text bad\">");
    return text(status).add("</td></tr>\n");
  }

  Page tableEnd() {
    return add("</table></div>\n");
  }

  /** Adds facts by name; those that are maps are unfolded. */
  Page facts(String title, Map<String, ?> facts) {
    add("<h2>").add(title).add("</h2>\n<table>\n");
    facts.forEach(this::fact);
    return add("</table>\n");
  }

  private void fact(String name, Object value) {
    if (value instanceof Map<?, ?> more) {
      more.forEach((n, v) -> fact(name + " / " + n, v));
      return;
    }
    add("<tr><td>").text(name.replace('_', ' ')).add("</td><td class=\"wrap\">");
    text(value == null ? "not known" : value).add("</td></tr>\n");
  }

  /** Ends the page, and gives all of it. */
  String end() {
    return html.append("</body></html>\n").toString();
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}

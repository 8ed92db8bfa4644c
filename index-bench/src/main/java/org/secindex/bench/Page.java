package org.secindex.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One page of HTML that needs no network: its style, and what all reports have in them. */
final class Page {
  /** Nothing is fetched, whatever stands in the page. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

  private final StringBuilder html = new StringBuilder();

  /** Begins a page. */
  Page(String title) {
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        .append(POLICY)
        .append("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>")
        .append(escape(title))
        .append("</title>\n<style>\n")
        .append(resource("report.css"))
        .append("</style></head><body>\n")
        .append("<button type=\"button\" class=\"theme\" hidden>light / dark</button>\n");
  }

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the bench's jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the bench's jar cannot be read: " + name, e);
    }
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
    charts.forEach(chart -> add(Figure.of(chart)));
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
    return html.append("<script>\n")
        .append(resource("report.js"))
        .append("</script>\n</body></html>\n")
        .toString();
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}

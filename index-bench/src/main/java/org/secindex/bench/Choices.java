package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The answer to the reader's question, size by size: which store for what. */
final class Choices {
  private final Page html;
  private final StoreNames stores;

  /** One size in one setting. */
  private record Choice(Findings findings, long size, String label) {}

  Choices(Page html, StoreNames stores) {
    this.html = html;
    this.stores = stores;
  }

  /** Adds a table for each size of each setting; a button each, of which one is chosen. */
  void add(Map<Setting, List<ResultRow>> groups) {
    List<Setting> settings = List.copyOf(groups.keySet());
    List<Choice> choices = new ArrayList<>();
    groups.forEach(
        (setting, rows) -> {
          Findings findings = new Findings(rows, stores);
          String among = setting.labelAmong(settings);
          for (long size : findings.sizes()) {
            String label = Numbers.size(size) + (among.isEmpty() ? "" : ", " + among);
            choices.add(new Choice(findings, size, label));
          }
        });
    if (choices.size() > 1) {
      html.add("<p class=\"sizes\" hidden>Entries: ");
      for (int i = 0; i < choices.size(); i++) {
        html.add("<button type=\"button\" data-size=\"size-" + i + "\">");
        html.text(choices.get(i).label()).add("</button>\n");
      }
      html.add("</p>\n");
    }
    for (int i = 0; i < choices.size(); i++) {
      html.add("<section id=\"size-" + i + "\">\n");
      choice(choices.get(i));
      html.add("</section>\n");
    }
  }

  private void choice(Choice choice) {
    long size = choice.size();
    html.add("<p class=\"answer\">At <b>").text(choice.label()).add("</b> entries: ");
    Map<String, List<String>> best = choice.findings().best(size);
    if (best.isEmpty()) {
      html.add("only one store was measured.");
    } else {
      List<String> sentences = new ArrayList<>();
      best.forEach(
          (store, jobs) ->
              sentences.add(
                  "<b>"
                      + Page.escape(store)
                      + "</b> "
                      + (sentences.isEmpty() ? "was best at " : "at ")
                      + Page.escape(String.join(", ", jobs))));
      html.add(String.join("; ", sentences)).add(".");
    }
    html.add("</p>\n");
    List<String> columns = choice.findings().stores(size);
    html.add("<div class=\"wide\"><table class=\"choice\">\n<tr><th></th>");
    columns.forEach(store -> html.add("<th>").text(store).add("</th>"));
    html.add("</tr>\n");
    choice.findings().answers(size).forEach(answer -> row(answer, columns));
    html.add("</table></div>\n")
        .add("<p class=\"note\">Less is better everywhere. Under each figure: how many times the")
        .add(" best. Costs within 10 % of the best are taken for as good.</p>\n");
  }

  private void row(Findings.Answer answer, List<String> columns) {
    html.add("<tr><td>").text(answer.question().text());
    html.add("<small>").text(answer.question().unit()).add("</small></td>");
    for (String store : columns) {
      Double cost = answer.costs().get(store);
      if (cost == null) {
        html.add("<td></td>");
      } else {
        boolean best = answer.isBest(store);
        html.add(best ? "<td class=\"best\">" : "<td>").add(Numbers.seconds(cost)).add("<small>");
        html.add(best ? "best" : "× " + Numbers.of(answer.factor(store))).add("</small></td>");
      }
    }
    html.add("</tr>\n");
  }
}

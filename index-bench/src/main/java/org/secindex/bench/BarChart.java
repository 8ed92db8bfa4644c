package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.JFreeChart;

/**
 * Horizontal bars, group by group.
 *
 * @param unit of the values
 * @param scale how values become lengths
 * @param bars those of one group follow each other
 */
record BarChart(String name, String title, String caption, String unit, Scale scale, List<Bar> bars)
    implements Chart {
  /** How values become lengths. */
  enum Scale {
    /** Side by side, from 0. */
    LINEAR,

    /** Side by side, on a logarithmic axis; what is not above 0 is left out. */
    LOGARITHMIC,

    /** The bars of a group one behind the other, from 0. */
    STACKED
  }

  /**
   * A bar.
   *
   * @param group beside which label it stands
   * @param name in the legend; bars of one name have one colour
   */
  record Bar(String group, String name, double value) {}

  /** Leaves out what cannot be drawn. */
  BarChart {
    Scale kind = scale;
    bars = bars.stream().filter(bar -> kind != Scale.LOGARITHMIC || bar.value() > 0).toList();
  }

  List<String> groups() {
    return bars.stream().map(Bar::group).distinct().toList();
  }

  /** In the order of their colours. */
  List<String> names() {
    return bars.stream().map(Bar::name).distinct().toList();
  }

  @Override
  public boolean isEmpty() {
    return bars.isEmpty();
  }

  @Override
  public List<List<String>> table() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("of", "bar", unit));
    bars.forEach(b -> lines.add(List.of(b.group(), b.name(), ShortFormat.plain(b.value()))));
    return lines;
  }

  @Override
  public JFreeChart picture() {
    return Plots.bars(this);
  }

  @Override
  public int height() {
    return 120 + (scale == Scale.STACKED ? 40 : 70) * groups().size();
  }
}

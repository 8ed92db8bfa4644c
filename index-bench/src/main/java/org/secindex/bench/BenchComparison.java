package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;
import org.secindex.bench.Compared.Verdict;

/**
 * Two runs side by side, cost by cost, with a verdict that knows of noise.
 *
 * <p>A cost is called better or worse if it differs by more than {@value #MARGIN_PERCENT} %, which
 * nobody should care about, and more than chance allows. How sure that is comes from the repeats:
 * see {@link Difference}. Of a hundred costs some differ by chance. Therefore the rule of Y.
 * Benjamini and Y. Hochberg (Journal of the Royal Statistical Society B, 1995) is taken: the n-th
 * least probable difference of m must be less probable than n/m of 5 %. Two runs of the same are so
 * called different in one case of twenty at most; and of what is called different, no more than one
 * in twenty is to be chance. What remains is equal, unless it seems to differ and is so uncertain
 * that a change of the size that matters could not have been found: then it is unclear, and more
 * repeats would help.
 */
public final class BenchComparison {
  private static final int MARGIN_PERCENT = 3;
  private static final double MARGIN = 1 + MARGIN_PERCENT / 100.0;
  private static final double CHANCE = 0.05;

  /** A change that matters, unless the user says which. */
  private static final double MATTERS_PERCENT = 20;

  private final RunResults base;
  private final RunResults other;
  private final Comparability comparability;
  private final double matters;
  private final List<Compared> all;

  /** What was measured in one run, and failed in the other. */
  private final List<String> failed;

  /** What was measured in one of the runs only. */
  private final List<String> alone;

  private BenchComparison(
      RunResults base, RunResults other, Map<String, String> renamed, double mattersPercent) {
    this.base = base;
    this.other = other;
    comparability = new Comparability(base, other);
    comparability.require();
    matters = 1 + mattersPercent / 100;
    ComparedRuns runs = new ComparedRuns(base, other, renamed);
    failed = runs.failed();
    alone = runs.alone();
    all = judged(runs.compared());
    if (all.isEmpty() && failed.isEmpty()) {
      throw new IndexException(
          "bench compare: %s and %s have measured nothing in common"
              .formatted(base.directory(), other.directory()));
    }
  }

  /**
   * Compares a run with a base.
   *
   * @param renamed names of backends in the other run, each with that of the backend in the base
   *     which it is to be compared with; mostly empty
   * @param matters the change in percent that is looked for; 20 if null
   * @throws IndexException if one is no run directory, or they cannot be compared: another
   *     durability, cache state, distribution of keys or of look-ups, or wrong answers
   */
  public static BenchComparison of(
      Path base, Path other, Map<String, String> renamed, @Nullable Double matters)
      throws IOException {
    return new BenchComparison(
        RunResults.read(base),
        RunResults.read(other),
        renamed,
        matters == null ? MATTERS_PERCENT : matters);
  }

  /** How probable a difference is if there is none that matters. */
  private record Chance(Compared compared, double value) {}

  private List<Compared> judged(List<Compared> raw) {
    List<Chance> leastFirst =
        raw.stream()
            .map(c -> new Chance(c, c.difference().chance(MARGIN)))
            .sorted(Comparator.comparingDouble(Chance::value))
            .toList();
    int found = 0;
    for (int i = 0; i < leastFirst.size(); i++) {
      double allowed = CHANCE / 2 * (i + 1) / leastFirst.size();
      if (leastFirst.get(i).value() <= allowed) {
        found = i + 1;
      }
    }
    Map<Compared, Verdict> verdicts = new HashMap<>();
    for (int i = 0; i < leastFirst.size(); i++) {
      Compared c = leastFirst.get(i).compared();
      verdicts.put(c, i < found ? direction(c) : unfound(c));
    }
    return raw.stream().map(c -> c.with(verdicts.getOrDefault(c, Verdict.UNCLEAR))).toList();
  }

  private static Verdict direction(Compared c) {
    return c.difference().logRatio() > 0 ? Verdict.WORSE : Verdict.BETTER;
  }

  private Verdict unfound(Compared c) {
    boolean seemsEqual = Math.abs(c.difference().logRatio()) <= Math.log(MARGIN);
    return seemsEqual || c.difference().uncertainty() <= matters ? Verdict.EQUAL : Verdict.UNCLEAR;
  }

  List<Compared> all() {
    return all;
  }

  /** How many costs came to a verdict. */
  long count(Verdict verdict) {
    return all.stream().filter(c -> c.verdict() == verdict).count();
  }

  /** Whether nothing is better or worse, and nothing failed. */
  public boolean isEqual() {
    return count(Verdict.BETTER) == 0 && count(Verdict.WORSE) == 0 && failed.isEmpty();
  }

  /**
   * What is worse by more than the change that is looked for, or failed, in one line each.
   *
   * @throws IndexException if the runs were made on different machines, of which this says nothing
   */
  public List<String> failures() {
    if (!comparability.isSameMachine()) {
      throw new IndexException(
          "bench compare: --fail-on needs runs of one machine; "
              + comparability.differences().get(0));
    }
    List<String> lines = new ArrayList<>(failed);
    for (Compared c : all) {
      if (c.verdict() == Verdict.WORSE && c.difference().ratio() > matters) {
        lines.add(
            "%s %s, %s entries: %s by %s %%"
                .formatted(
                    c.store(),
                    c.row().suite(),
                    Numbers.size(c.row().entries()),
                    c.word(),
                    Numbers.of(100 * (c.difference().ratio() - 1))));
      }
    }
    return lines;
  }

  /** For a screen, with a line end after each line. */
  public String text() {
    return new ComparisonText(this).text();
  }

  /** As Markdown. */
  public String markdown() {
    return new ComparisonText(this).markdown();
  }

  /** For programs. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("base", base.directory().toString());
    fields.put("other", other.directory().toString());
    fields.put("verdict", isEqual() ? "equal" : "different");
    fields.put("notTheSame", comparability.differences());
    fields.put("failed", failed);
    fields.put("inOneOnly", alone);
    fields.put("compared", all.stream().map(Compared::fields).toList());
    return fields;
  }

  /** What is to be read before any figure, a line each. */
  List<String> introduction() {
    List<String> lines = new ArrayList<>();
    lines.add("base:  " + about(base));
    lines.add("other: " + about(other));
    if (!comparability.isSameMachine()) {
      lines.add("THE MACHINES DIFFER: a ratio tells as much of them as of the stores");
    }
    comparability.differences().forEach(line -> lines.add("not the same: " + line));
    return lines;
  }

  private static String about(RunResults run) {
    return "%s (%s, %s, repeats: %s)"
        .formatted(
            run.directory(),
            run.about().get("run"),
            run.machine().get("program"),
            run.about().get("repeats"));
  }

  /** What was come to, a line each. */
  List<String> conclusion() {
    List<String> lines = new ArrayList<>(failed);
    alone.forEach(line -> lines.add("not compared: " + line));
    lines.add(
        "%d compared: %d better, %d worse, %d equal, %d unclear"
            .formatted(
                all.size(),
                count(Verdict.BETTER),
                count(Verdict.WORSE),
                count(Verdict.EQUAL),
                count(Verdict.UNCLEAR)));
    if (count(Verdict.UNCLEAR) > 0) {
      lines.add(
          "unclear: too few repeats, or too much spread, to see a change of "
              + Numbers.of(100 * (matters - 1))
              + " %; make both runs with a larger --repeat");
    }
    lines.add("verdict: " + (isEqual() ? "equal" : "different"));
    return lines;
  }
}

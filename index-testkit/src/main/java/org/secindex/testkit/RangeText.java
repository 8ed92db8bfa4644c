package org.secindex.testkit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;

/** Ranges as the tables of the tests write them: {@code [3, 7)}, {@code (5, +inf)}. */
final class RangeText {
  private static final Pattern RANGE = Pattern.compile("([\\[(])\\s*(\\S+),\\s*(\\S+)([\\])])");

  private RangeText() {}

  static KeyRange parse(KeyDomain domain, String text) {
    Matcher m = RANGE.matcher(text.trim());
    if (!m.matches()) {
      throw new IllegalArgumentException("not a range: " + text);
    }
    boolean open = m.group(1).equals("(");
    boolean openAbove = m.group(4).equals(")");
    boolean unboundedBelow = m.group(2).equals("-inf");
    boolean unboundedAbove = m.group(3).equals("+inf");
    if (unboundedBelow && unboundedAbove) {
      return KeyRange.all();
    }
    if (unboundedBelow) {
      long upper = domain.parse(m.group(3));
      return openAbove ? KeyRange.lessThan(upper) : KeyRange.atMost(upper);
    }
    long lower = domain.parse(m.group(2));
    if (unboundedAbove) {
      return open ? KeyRange.greaterThan(lower) : KeyRange.atLeast(lower);
    }
    long upper = domain.parse(m.group(3));
    if (open) {
      return openAbove ? KeyRange.open(lower, upper) : KeyRange.openClosed(lower, upper);
    }
    return openAbove ? KeyRange.closedOpen(lower, upper) : KeyRange.closed(lower, upper);
  }
}

package org.secindex.api;

import java.util.List;

/**
 * An address or its options are wrong. All problems are reported at once; the message has a line
 * for each.
 */
public class IndexConfigException extends IndexException {
  private static final long serialVersionUID = 1;

  @SuppressWarnings("serial") // List.copyOf gives a serializable list.
  private final List<String> problems;

  /** One problem. */
  public IndexConfigException(String problem) {
    this(List.of(problem));
  }

  /** Several problems, one line each. */
  public IndexConfigException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** The problems, one line each. */
  public List<String> problems() {
    return problems;
  }
}

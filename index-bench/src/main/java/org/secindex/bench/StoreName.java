package org.secindex.bench;

/**
 * A store under test, as in results.
 *
 * @param backend which kind
 * @param layout how indexes lie in it
 */
record StoreName(String backend, String layout) {
  /** The bench itself, without a store. */
  static final StoreName HARNESS = new StoreName(ResultRow.HARNESS, ResultRow.NO_BACKEND);

  boolean isHarness() {
    return equals(HARNESS);
  }

  /** As part of a file's name. */
  String fileName() {
    return backend + "-" + layout.replace(':', '-');
  }

  /** For people: the layout only where there are several. */
  @Override
  public String toString() {
    return layout.equals("local") || isHarness() ? backend : backend + " " + layout;
  }
}

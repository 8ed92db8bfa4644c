package org.secindex.file;

import org.secindex.api.IndexException;
import org.secindex.api.IndexState;

/** The view that look-ups begin with now. Swapped in one step by the writer. */
final class Present {
  private final String address;
  private volatile View view;

  Present(String address, View view) {
    this.address = address;
    this.view = view;
  }

  /**
   * The present view, not held: for its manifest only, or for the writer, who alone replaces it.
   */
  View get() {
    return view;
  }

  /**
   * Begins a use of the present view, to be ended by {@link View#release}.
   *
   * @throws IndexException if the index is BUILDING
   */
  View acquire() {
    while (true) {
      View seen = view;
      if (seen.manifest().state() != IndexState.READY) {
        throw building(address);
      }
      if (seen.acquire()) {
        return seen;
      }
    }
  }

  static IndexException building(String address) {
    return new IndexException(
        address
            + " is BUILDING: a load is under way or was killed, so that it cannot answer;"
            + " wait for it, or load again");
  }

  void replace(View next) {
    View old = view;
    view = next;
    old.release();
  }
}

package org.secindex.file;

import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.TransientIndexException;

/** The entries of a view in a range. Holds the view until it is closed. */
final class Scan implements EntrySource {
  private final View view;
  private final Merge merge;
  private long lastKey;
  private boolean delivered;

  /** Takes over one use of the view; the range is in sort order, both ends included. */
  Scan(View view, long first, long last) {
    this.view = view;
    merge = new Merge(view.layers(), 0, view.layers().length, first, last, false);
  }

  @Override
  public boolean read(EntryBatch into) {
    boolean more;
    try {
      more = merge.read(into);
    } catch (CorruptIndexException e) {
      throw new CorruptIndexException(e.getMessage() + whereItStopped(), e);
    } catch (TransientIndexException e) {
      throw new TransientIndexException(e.getMessage() + whereItStopped(), e);
    } catch (IndexException e) {
      throw new IndexException(e.getMessage() + whereItStopped(), e);
    }
    if (more) {
      KeyDomain domain = view.domain();
      if (domain == KeyDomain.UNSIGNED) {
        for (int i = 0; i < into.size(); i++) {
          into.keys[i] = domain.toSortOrder(into.keys[i]);
        }
      }
      lastKey = into.keys[into.size() - 1];
      delivered = true;
    }
    return more;
  }

  private String whereItStopped() {
    return delivered
        ? "; the last key delivered was " + view.domain().format(lastKey)
        : "; no key had been delivered";
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for it.
  public void close() {
    // A read ahead may be under way, and its file must not be closed below it.
    merge.end().whenComplete((done, failed) -> view.release());
  }
}

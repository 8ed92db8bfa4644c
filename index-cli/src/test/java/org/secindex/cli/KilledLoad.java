package org.secindex.cli;

import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** A process that dies in the middle of a load, as by {@code kill -9}. Argument: the address. */
final class KilledLoad {
  private KilledLoad() {}

  public static void main(String[] args) {
    try (SecondaryIndex index = Indexes.create(args[0], KeyDomain.SIGNED)) {
      EntrySource source =
          new EntrySource() {
            private int batches;

            @Override
            public boolean read(EntryBatch into) {
              if (batches++ == 3) {
                Runtime.getRuntime().halt(137);
              }
              into.clear();
              into.add(batches, 1, 1);
              return true;
            }
          };
      index.load(SortedEntries.of(KeyDomain.SIGNED, source));
    }
  }
}

package org.secindex.mysql;

import java.util.Locale;
import org.secindex.api.Access;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.KilledWriter;

/**
 * Writing in numbered pieces that a kill interrupts, be it of the client or of the server; each can
 * be done again. {@link #main} is a client that does one after the other until it is killed.
 */
enum KilledWork {
  /** Makes an index of its own, and fills it. */
  LOAD {
    @Override
    void apply(SecondaryIndex index, int piece) {
      boolean building = index.statistics().state() == IndexState.BUILDING;
      if (building || index.statistics().entries() == 0) {
        index.load(NumberedContent.loadOf(piece));
      }
    }

    @Override
    NumberedContent after(NumberedContent before, int piece) {
      return NumberedContent.loaded(piece);
    }
  },

  /** Replaces most entries of one index, and adds some. */
  UPDATE {
    @Override
    void apply(SecondaryIndex index, int piece) {
      index.update(NumberedContent.updateOf(piece));
    }

    @Override
    NumberedContent after(NumberedContent before, int piece) {
      return before.updated(piece);
    }
  };

  /** Does a piece, which may have been done already, or in part. */
  abstract void apply(SecondaryIndex index, int piece);

  abstract NumberedContent after(NumberedContent before, int piece);

  /** Whether each piece has an index of its own. */
  boolean beginsAnew() {
    return this == LOAD;
  }

  /** The address of the index of a piece, of one in which {@code NAME} stands for its name. */
  String uri(String pattern, int piece) {
    String name = name().toLowerCase(Locale.ROOT) + (beginsAnew() ? piece : "");
    return pattern.replace("NAME", name);
  }

  static SecondaryIndex openOrMake(String uri) {
    return Indexes.state(uri) == IndexState.ABSENT
        ? Indexes.create(uri, NumberedContent.DOMAIN)
        : Indexes.open(uri, Access.WRITE);
  }

  /** Arguments: number of the first piece, work, pattern of addresses. Never returns by itself. */
  public static void main(String[] args) {
    // The one who reads what this process says expects nothing else, as that nothing is logged.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    KilledWork work = KilledWork.valueOf(args[1]);
    for (int piece = Integer.parseInt(args[0]); ; piece++) {
      KilledWriter.sayBegin(piece);
      try (SecondaryIndex index = openOrMake(work.uri(args[2], piece))) {
        work.apply(index, piece);
        KilledWriter.sayDone(piece);
      }
    }
  }
}

package org.secindex.file;

import java.nio.file.Path;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.IndexState;
import org.secindex.api.SecondaryIndex;

/**
 * Writing that is to survive {@code kill -9}, in numbered pieces. Each is repeatable, and takes the
 * index from the content after the piece before to its own.
 */
enum CrashWork {
  /** Fills an index of its own. */
  LOAD {
    @Override
    Path index(Path directory, int piece) {
      return directory.resolve("index" + piece);
    }

    @Override
    void apply(SecondaryIndex index, int piece) {
      index.load(EditedContent.full(piece).entries());
    }

    @Override
    void repeat(SecondaryIndex index, int piece) {
      if (index.statistics().entries() == 0) {
        apply(index, piece);
      }
    }

    @Override
    EditedContent before(EditedContent last) {
      return EditedContent.empty();
    }

    @Override
    EditedContent after(EditedContent before, int piece) {
      return EditedContent.full(piece);
    }
  },

  /** Replaces the places of a part of the keys. */
  UPDATE {
    @Override
    void apply(SecondaryIndex index, int piece) {
      index.update(EditedContent.updatesOf(piece));
    }

    @Override
    EditedContent after(EditedContent before, int piece) {
      return before.updated(piece);
    }
  },

  /** Removes a part of the keys; every fourth time, puts some back. */
  REMOVE {
    @Override
    boolean isMeant(int piece) {
      return piece % 4 != 3;
    }

    @Override
    void apply(SecondaryIndex index, int piece) {
      if (isMeant(piece)) {
        index.remove(EditedContent.removalsOf(piece));
      } else {
        index.update(EditedContent.updatesOf(piece));
      }
    }

    @Override
    EditedContent after(EditedContent before, int piece) {
      return isMeant(piece) ? before.removed(piece) : before.updated(piece);
    }
  },

  /** Compacts; every other piece makes an overlay, of new places or of tombstones. */
  COMPACT {
    @Override
    boolean isMeant(int piece) {
      return piece % 2 == 1;
    }

    @Override
    void apply(SecondaryIndex index, int piece) {
      if (isMeant(piece)) {
        index.compact();
      } else if (piece % 4 == 0) {
        index.remove(EditedContent.removalsOf(piece));
      } else {
        index.update(EditedContent.updatesOf(piece));
      }
    }

    @Override
    EditedContent after(EditedContent before, int piece) {
      if (isMeant(piece)) {
        return before;
      }
      return piece % 4 == 0 ? before.removed(piece) : before.updated(piece);
    }
  };

  /** Small, so that there are many segments; on stable storage, so that there is time to die. */
  private static final FileOptions OPTIONS =
      new FileOptions(Durability.SYNC, FileOptions.defaults().segments().withSegmentSize(32 << 10));

  /** Where the index of this piece stands. */
  Path index(Path directory, int piece) {
    return directory.resolve("index");
  }

  /** Opens the index for writing, and makes it if there is none. */
  static SecondaryIndex open(Path index) {
    FileIndexProvider provider = new FileIndexProvider();
    return state(index) == IndexState.ABSENT
        ? provider.create(index, EditedContent.DOMAIN, OPTIONS)
        : provider.open(index, Access.WRITE, OPTIONS);
  }

  static SecondaryIndex openToRead(Path index) {
    return new FileIndexProvider().open(index, Access.READ, OPTIONS);
  }

  static IndexState state(Path index) {
    try (SegmentStore store = store(index)) {
      return SegmentIndexes.state(store);
    }
  }

  static SegmentStore store(Path index) {
    return new LocalSegmentStore(index, OPTIONS.durability());
  }

  /** Whether this piece is what the work is about, and not a preparation. */
  boolean isMeant(int piece) {
    return true;
  }

  abstract void apply(SecondaryIndex index, int piece);

  /** Does a piece that may have been done already. */
  void repeat(SecondaryIndex index, int piece) {
    apply(index, piece);
  }

  /** The content before a piece, if that of the piece before it was {@code last}. */
  EditedContent before(EditedContent last) {
    return last;
  }

  abstract EditedContent after(EditedContent before, int piece);
}

package org.secindex.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.IndexState;
import org.secindex.api.SecondaryIndex;
import org.secindex.file.SegmentedIndex.Handover;
import org.secindex.testkit.EditedContent;

/**
 * Writing that is to survive {@code kill -9}, in numbered pieces. Each is repeatable, and takes the
 * index from the content after the piece before to its own.
 */
enum CrashWork {
  /** Fills an index of its own. */
  LOAD {
    @Override
    void apply(SecondaryIndex index, Path directory, int piece) {
      index.load(EditedContent.full(piece).entries());
    }

    @Override
    void repeat(SecondaryIndex index, Path directory, int piece) {
      if (index.statistics().entries() == 0) {
        apply(index, directory, piece);
      }
    }

    @Override
    EditedContent after(EditedContent before, int piece) {
      return EditedContent.full(piece);
    }
  },

  /** Replaces the places of a part of the keys. */
  UPDATE {
    @Override
    void apply(SecondaryIndex index, Path directory, int piece) {
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
    void apply(SecondaryIndex index, Path directory, int piece) {
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
    void apply(SecondaryIndex index, Path directory, int piece) {
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
  },

  /** Adopts segments into an index of its own: copies, or every other time the files themselves. */
  ADOPT {
    @Override
    void prepare(Path directory, int piece) {
      Path built = directory.resolve("built");
      if (!Files.exists(built)) {
        SegmentBuilder.build(EditedContent.full(1).entries(), built, SEGMENT_SIZE);
      }
      try {
        Path parts = Files.createDirectories(parts(directory, piece));
        for (Path segment : TamperedFiles.files(built)) {
          Path copy = parts.resolve(segment.getFileName());
          Files.copy(segment, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private Path parts(Path directory, int piece) {
      return directory.resolve("parts" + piece);
    }

    @Override
    void apply(SecondaryIndex index, Path directory, int piece) {
      adopt(index, directory, piece, piece % 2 == 0 ? Handover.COPY : Handover.MOVE);
    }

    /** What was not adopted has not been moved away either. */
    @Override
    void repeat(SecondaryIndex index, Path directory, int piece) {
      if (index.statistics().entries() == 0) {
        adopt(index, directory, piece, Handover.COPY);
      }
    }

    private void adopt(SecondaryIndex index, Path directory, int piece, Handover handover) {
      ((SegmentedIndex) index)
          .adopt(TamperedFiles.files(parts(directory, piece)), handover, entries -> {});
    }

    @Override
    EditedContent after(EditedContent before, int piece) {
      return EditedContent.full(1);
    }
  };

  private static final int SEGMENT_SIZE = 32 << 10;

  /** Small, so that there are many segments; on stable storage, so that there is time to die. */
  private static final FileOptions OPTIONS =
      new FileOptions(
          Durability.SYNC, FileOptions.defaults().segments().withSegmentSize(SEGMENT_SIZE));

  /** Where the index of this piece stands. */
  Path index(Path directory, int piece) {
    return directory.resolve(beginsAnew() ? "index" + piece : "index");
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

  /** Whether each piece has an index of its own, which is empty before. */
  boolean beginsAnew() {
    return this == LOAD || this == ADOPT;
  }

  /** Does what is to be done before, and need not survive. */
  void prepare(Path directory, int piece) {}

  abstract void apply(SecondaryIndex index, Path directory, int piece);

  /** Does a piece that may have been done already. */
  void repeat(SecondaryIndex index, Path directory, int piece) {
    apply(index, directory, piece);
  }

  /** The content before a piece, if that of the piece before it was {@code last}. */
  EditedContent before(EditedContent last) {
    return beginsAnew() ? EditedContent.empty() : last;
  }

  abstract EditedContent after(EditedContent before, int piece);
}

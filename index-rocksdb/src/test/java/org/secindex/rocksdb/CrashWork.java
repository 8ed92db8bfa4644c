package org.secindex.rocksdb;

import java.nio.file.Path;
import org.secindex.api.Access;
import org.secindex.api.IndexState;
import org.secindex.api.IndexStatistics;
import org.secindex.api.IndexUri;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.EditedContent;

/**
 * Writing that is to survive {@code kill -9}, in numbered pieces. Each is repeatable, and takes the
 * index from the content after the piece before to its own.
 */
enum CrashWork {
  /** Makes an index of its own and fills it, from several files. */
  LOAD {
    @Override
    void apply(SecondaryIndex index, int piece) {
      IndexStatistics found = index.statistics();
      if (found.state() == IndexState.BUILDING || found.entries() == 0) {
        index.load(EditedContent.full(piece).entries());
      }
    }

    @Override
    EditedContent after(EditedContent before, int piece) {
      return EditedContent.full(piece);
    }
  },

  /** Replaces the places of a part of the keys, through the log. */
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

  /** The same by ingesting; every other time, removes them. */
  INGEST {
    @Override
    void apply(SecondaryIndex index, int piece) {
      if (piece % 2 == 0) {
        index.remove(EditedContent.removalsOf(piece));
      } else {
        index.update(EditedContent.updatesOf(piece));
      }
    }

    @Override
    EditedContent after(EditedContent before, int piece) {
      return piece % 2 == 0 ? before.removed(piece) : before.updated(piece);
    }
  },

  /** As INGEST, but some pieces are small enough for the log: what is later must win over both. */
  MIXED {
    @Override
    void apply(SecondaryIndex index, int piece) {
      INGEST.apply(index, piece);
    }

    @Override
    EditedContent after(EditedContent before, int piece) {
      return INGEST.after(before, piece);
    }
  },

  /** Removes through the log; every fourth time, puts some back. */
  REMOVE {
    @Override
    void apply(SecondaryIndex index, int piece) {
      if (piece % 4 == 3) {
        index.update(EditedContent.updatesOf(piece));
      } else {
        index.remove(EditedContent.removalsOf(piece));
      }
    }

    @Override
    EditedContent after(EditedContent before, int piece) {
      return piece % 4 == 3 ? before.updated(piece) : before.removed(piece);
    }
  },

  /** Compacts; every other piece makes something to compact. */
  COMPACT {
    @Override
    void apply(SecondaryIndex index, int piece) {
      if (piece % 2 == 1) {
        index.compact();
      } else {
        index.update(EditedContent.updatesOf(piece));
      }
    }

    @Override
    EditedContent after(EditedContent before, int piece) {
      return piece % 2 == 1 ? before : before.updated(piece);
    }
  };

  private static final RocksDbIndexProvider PROVIDER = new RocksDbIndexProvider();

  /** Whether each piece has an index of its own, which is not there before. */
  boolean beginsAnew() {
    return this == LOAD;
  }

  /** Where the index of this piece stands. */
  Path index(Path directory, int piece) {
    return directory.resolve(beginsAnew() ? "index" + piece : "index");
  }

  /** Opens the index for writing, and makes it if there is none. */
  SecondaryIndex open(Path index) {
    if (state(index) == IndexState.ABSENT) {
      PROVIDER.create(index, EditedContent.DOMAIN, RocksDbOptions.defaults()).close();
    }
    // Small, so that there are several files.
    WriteSizes sizes = new WriteSizes(ingestFrom(), 1, 2);
    RocksDbOptions options = RocksDbOptions.defaults();
    Database database =
        Database.open(new IndexDirectory(index.toString(), index), Access.WRITE, options);
    return new RocksDbIndex(database, Access.WRITE, options, sizes);
  }

  private int ingestFrom() {
    return switch (this) {
      case INGEST -> 1;
      case MIXED -> 5001; // Pieces have 4996 keys to 5002.
      default -> Integer.MAX_VALUE;
    };
  }

  static IndexState state(Path index) {
    return PROVIDER.state(IndexUri.parse("rocksdb:" + index));
  }

  static void drop(Path index) {
    PROVIDER.drop(IndexUri.parse("rocksdb:" + index));
  }

  /** Does a piece, which may have been done already. */
  abstract void apply(SecondaryIndex index, int piece);

  abstract EditedContent after(EditedContent before, int piece);
}

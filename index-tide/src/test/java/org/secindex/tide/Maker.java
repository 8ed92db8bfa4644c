package org.secindex.tide;

import java.nio.file.Path;
import java.util.List;

/** What makes logs of others; what is there already is replaced. */
enum Maker {
  RECOVER {
    @Override
    void make(Path log, Path out) {
      TideRepair.recover(TideSource.open(log), out, true, ReadOptions.DEFAULT);
    }
  },
  REINDEX {
    @Override
    void make(Path log, Path out) {
      TideRepair.reindex(TideSource.open(log), out, true, ReadOptions.DEFAULT);
    }
  },
  FILTER {
    @Override
    void make(Path log, Path out) {
      try (TideReader reader = TideReader.open(log)) {
        TideRewrite.filter(reader, TideQuery.ALL, out, WriteOptions.DEFAULT.replace(true));
      }
    }
  },
  MERGE {
    @Override
    void make(Path log, Path out) {
      try (TideReader reader = TideReader.open(log)) {
        TideRewrite.merge(List.of(reader), TideQuery.ALL, out, WriteOptions.DEFAULT.replace(true));
      }
    }
  };

  abstract void make(Path log, Path out);
}

package org.secindex.tide;

import org.secindex.tide.LogBytes.In;

/** Logs of each kind, small enough to be damaged everywhere. */
enum SampleLogs {
  /** What is in the payloads looks like blocks and entries, or is a whole log. */
  TAGS_IN_PAYLOADS {
    @Override
    LogBytes make() {
      byte[] inner =
          new LogBytes()
              .tide()
              .chan(1, "/inner")
              .chnk(0, Compression.NONE, new In(1, 1003, "no"), new In(1, 1004, "no!"))
              .indx(1, 0, 1003, 0, 0, 1004, 18)
              .toBytes();
      byte[] entry = LogBytes.entries(new In(1, 1002, "no entry"));
      return new LogBytes()
          .tide()
          .chan(1, "/left")
          .chan(2, "/right")
          .chnk(
              0,
              Compression.NONE,
              new In(1, 1000, "CHNK"),
              new In(2, 1001, "\0".repeat(48)),
              new In(1, 1002, Entry.text(inner)),
              new In(2, 1010, "--" + Entry.text(entry)),
              new In(2, 1005, ""))
          .indx(1, 0, 1000, 0, 0, 1002, 84)
          .chnk(
              7,
              Compression.NONE,
              new In(2, 1011, "INDX"),
              new In(1, 1012, "--" + Entry.text(entry)))
          .chan(3, "/empty")
          .chnk(3, Compression.NONE, new In(1, 1013, Entry.text(inner)), new In(1, 1020, "end"));
    }
  },

  /** Compressed chunks between others. */
  COMPRESSED {
    @Override
    LogBytes make() {
      return new LogBytes()
          .tide()
          .chan(1, "/a")
          .chan(2, "/b")
          .chnk(0, Compression.GZIP, new In(1, 10, "x".repeat(300)), new In(2, 11, "CHNK"))
          .indx(1, 0, 10, 0)
          .indx(2, 0, 11, 316)
          .chnk(1, Compression.NONE, new In(1, 12, "plain"), new In(2, 13, ""))
          .chnk(2, Compression.BZIP2, new In(1, 14, "y".repeat(90)), new In(1, 14, "z"))
          .chnk(3, Compression.GZIP, new In(2, 15, "last"));
    }
  },

  /** Headers that were never completed, an index first, a channel late. */
  UNFINISHED {
    @Override
    LogBytes make() {
      return new LogBytes()
          .tide()
          .indx(1, 0, 10, 0, 0, 11, 19)
          .chan(1, "/a")
          .chnk(0, Compression.NONE, new In(1, 10, "one"), new In(1, 11, "two"))
          .unfinished(1, new In(1, 20, "CHNK"), new In(1, 21, "INDX...."), new In(1, 22, ""))
          .chnk(2, Compression.NONE, new In(2, 30, "undeclared"), new In(1, 31, "x"))
          .chan(2, "/late")
          .unfinished(3, new In(1, 40, "a"), new In(2, 41, "b"), new In(1, 42, "c"));
    }
  };

  abstract LogBytes make();
}

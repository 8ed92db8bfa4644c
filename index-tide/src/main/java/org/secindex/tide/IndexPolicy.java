package org.secindex.tide;

/** What a reader makes of the {@code INDX} blocks of a log. */
public enum IndexPolicy {
  /** They are used; a log whose {@code INDX} blocks do not cover every chunk is refused. */
  REQUIRE,

  /** They are used for the chunks that they cover; the other chunks are scanned. The default. */
  REBUILD,

  /** They are not looked at; all chunks are scanned. */
  IGNORE
}

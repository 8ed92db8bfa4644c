package org.secindex.api;

/** What stands at an address. */
public enum IndexState {
  /** Nothing. */
  ABSENT,

  /** An index whose load has not been completed: running now, or killed. It can be loaded again. */
  BUILDING,

  /** An index that answers; an empty one too. */
  READY
}

package org.secindex.api;

/** What an index is opened for. */
public enum Access {
  /** Look-ups and scans. Any number of readers, in any process, beside one writer. */
  READ,

  /** Loading, updating and removing as well. One at a time: a second writer is refused. */
  WRITE
}

package org.secindex.api;

/** What a load, update or removal that has returned survives. The same on all backends. */
public enum Durability {
  /** A power cut: the entries are on stable storage when the call returns. */
  SYNC,

  /** A crash of our process (or of the server's), but not a power cut. */
  RELAXED
}

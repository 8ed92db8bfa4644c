package org.secindex.xrootd.client;

/** Puts the data of one read where the caller wants them. */
interface Filling extends Body {
  /** Bytes that came: fewer than asked for only at the end of the file. */
  int filled();

  /** Bytes asked for. */
  int length();
}

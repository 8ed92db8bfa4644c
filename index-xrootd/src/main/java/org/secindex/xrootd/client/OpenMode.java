package org.secindex.xrootd.client;

/**
 * How a file is opened. The reference server lets in one opener that writes and nobody else, or any
 * number that read; others get {@link XrootdError#FILE_LOCKED} at once. It forgets an opener when
 * the connection ends, however it ends.
 */
public enum OpenMode {
  /** An existing file, for reading. It is re-opened by itself after a lost connection. */
  READ(Wire.OPEN_READ, true),
  /** An existing file, for reading and writing. */
  UPDATE(Wire.OPEN_UPDATE, true),
  /** A new file, for reading and writing; fails if it exists. Missing directories are made. */
  CREATE(Wire.OPEN_NEW | Wire.OPEN_UPDATE | Wire.OPEN_MKPATH, false),
  /** A new or emptied file, for reading and writing. Missing directories are made. */
  REPLACE(Wire.OPEN_DELETE | Wire.OPEN_UPDATE | Wire.OPEN_MKPATH, false);

  private final int bits;
  private final boolean repeatable;

  OpenMode(int bits, boolean repeatable) {
    this.bits = bits;
    this.repeatable = repeatable;
  }

  /** Options of the open request; the size of the file is always asked for with them. */
  int bits() {
    return bits | Wire.OPEN_RETSTAT;
  }

  /** Whether opening twice is the same as opening once. */
  boolean repeatable() {
    return repeatable;
  }
}

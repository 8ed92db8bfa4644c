package org.secindex.tide;

/** How the entries of a chunk are stored. */
public enum Compression {
  /** As they are. */
  NONE(0),

  /** As one gzip file. */
  GZIP(1),

  /** As one bzip2 file. */
  BZIP2(2);

  private final int code;

  Compression(int code) {
    this.code = code;
  }

  /** The byte that stands for it in a chunk's header. */
  int code() {
    return code;
  }

  /** Whether a byte of a chunk's header means a compression. */
  static boolean isCode(int code) {
    return code >= 0 && code <= 2;
  }

  /** The compression that a byte of a chunk's header means. */
  static Compression ofCode(int code) {
    return switch (code) {
      case 0 -> NONE;
      case 1 -> GZIP;
      case 2 -> BZIP2;
      default -> throw new IllegalArgumentException("no compression has the code " + code);
    };
  }
}

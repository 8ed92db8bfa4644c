package org.secindex.ingest;

import java.io.Reader;

/**
 * The bytes of a row as characters, each of the byte's number (ISO 8859-1), for FastCSV. It gets
 * them up to the next line feed at a time, and asks for more only when it has gone through these;
 * so it is never ahead of the row that it tells apart.
 */
final class CsvLines extends Reader {
  /**
   * Stands for a carriage return that no line feed follows, which FastCSV would take for the end of
   * a row. No byte becomes this one; cut to eight bits, it is what it stands for.
   */
  static final char LONE_RETURN = 0xE000 | '\r';

  /** A field that is longer is not read, so that a quote without end does not fill the memory. */
  static final int MOST_FIELD = 4 << 20;

  private byte[] bytes = new byte[0];
  private int position;
  private int end;

  /** Where the characters begin that were given last. */
  private int given;

  /** No field that is still to come begins before. */
  private int field;

  /** Whether no more is given than up to the next quote. */
  private boolean toQuotes;

  private boolean loneReturn;
  private boolean ended;

  /** Begins a row, or goes on with one. */
  void start(byte[] b, int from, int to) {
    bytes = b;
    position = from;
    given = from;
    field = from;
    end = to;
    toQuotes = false;
    loneReturn = false;
    ended = false;
  }

  /**
   * The same, for who has to know which character follows a quote: the first one {@link #given}.
   */
  void startWithQuotes(byte[] b, int from, int to) {
    start(b, from, to);
    toQuotes = true;
  }

  @Override
  public int read(char[] to, int offset, int length) {
    if (position == end || position - field > MOST_FIELD) {
      ended = true;
      return -1;
    }
    given = position;
    int p = position;
    int last = Math.min(end, p + length);
    int shift = offset - p;
    boolean more = true;
    while (more && p < last) {
      char c = (char) (bytes[p] & 0xff);
      more = c != '\n' && !(c == '"' && toQuotes);
      if (c == '\r' && (p + 1 == end || bytes[p + 1] != '\n')) {
        c = LONE_RETURN;
        loneReturn = true;
      }
      to[p + shift] = c;
      p++;
    }
    position = p;
    return p - given;
  }

  /** Behind all that was given. */
  int position() {
    return position;
  }

  /** The first character of those that were given last. */
  int given() {
    return given;
  }

  /** Told that a field is complete. */
  void fieldEnds() {
    field = position;
  }

  /** Whether there was a carriage return without line feed. */
  boolean hasLoneReturn() {
    return loneReturn;
  }

  /** Whether more was asked for than there is, or may be. */
  boolean hasEnded() {
    return ended;
  }

  /** Whether that was for a field that is too long. */
  boolean isTooLong() {
    return ended && position < end;
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}

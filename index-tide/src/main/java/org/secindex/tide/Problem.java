package org.secindex.tide;

/**
 * Something about a log that is not as it should be.
 *
 * @param code what kind of thing
 * @param severity how bad
 * @param offset where in the file
 * @param text one line for a person, without the file's name
 */
public record Problem(Code code, Severity severity, long offset, String text) {
  /** How bad a problem is. */
  public enum Severity {
    /** All entries are there all the same. */
    WARNING,

    /** Something was lost, or is in doubt. */
    ERROR
  }

  /** The kinds of problems. */
  public enum Code {
    /** The file does not begin with a {@code TIDE} block. */
    NO_HEADER(Severity.ERROR),
    /** A version that nobody has written yet. */
    VERSION(Severity.ERROR),
    /** A second {@code TIDE} block, as of logs that were put one behind the other. */
    SECOND_HEADER(Severity.WARNING),
    /** Entries name a channel that no {@code CHAN} block declares; it gets a made-up name. */
    UNDECLARED_CHANNEL(Severity.WARNING),
    /** Two {@code CHAN} blocks say different things of one id; the first counts. */
    CHANNEL_CONFLICT(Severity.WARNING),
    /** Two chunks have the same id, so that an index cannot tell them apart; the first counts. */
    CHUNK_ID_REPEATED(Severity.WARNING),
    /** A chunk's count is not the number of its entries. */
    CHUNK_COUNT(Severity.WARNING),
    /** A chunk's start or end is not the smallest or largest timestamp in it. */
    CHUNK_TIMES(Severity.WARNING),
    /** Bytes behind the last entry or row of a block, as in RSBag's older files. */
    SPARE_BYTES(Severity.WARNING),
    /** The file ends within a chunk; the whole entries before that are kept. */
    CHUNK_CUT(Severity.ERROR),
    /** A chunk's header was never completed; entries behind it are recovered. */
    CHUNK_UNFINISHED(Severity.ERROR),
    /** The compressed entries of a chunk cannot be decompressed. */
    CHUNK_UNREADABLE(Severity.ERROR),
    /** The entries of a chunk do not fit into each other, or into the chunk. */
    CHUNK_DAMAGED(Severity.ERROR),
    /** The file ends within a block that is no chunk. */
    BLOCK_CUT(Severity.ERROR),
    /** Bytes that are no block, or a block that is not well formed. */
    BLOCK_DAMAGED(Severity.ERROR),
    /** There is no {@code INDX} row for some entries. */
    INDEX_INCOMPLETE(Severity.WARNING),
    /** An {@code INDX} row points to where there is no such entry. */
    INDEX_WRONG(Severity.ERROR),
    /** The timestamps look like libtidelog's while nanoseconds are declared. */
    TIME_UNIT(Severity.WARNING);

    private final Severity severity;

    Code(Severity severity) {
      this.severity = severity;
    }

    /** How bad a problem of this kind is. */
    public Severity severity() {
      return severity;
    }
  }

  static Problem of(Code code, long offset, String text) {
    return new Problem(code, code.severity(), offset, text);
  }

  /** {@code ERROR CHUNK_CUT at 1234: text}. */
  @Override
  public String toString() {
    return severity + " " + code + " at " + offset + ": " + text;
  }
}

package org.secindex.file;

/** What came of reading an index that may be damaged. */
enum ReadingOutcome {
  /** It cannot be opened. */
  REFUSED,
  /** Some look-up, or the check, found it damaged. */
  DAMAGED,
  /** All went well. */
  SOUND
}

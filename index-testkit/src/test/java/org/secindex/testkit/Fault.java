package org.secindex.testkit;

/** What a deliberately wrong index does wrong. */
enum Fault {
  /** None: the wrapping itself breaks nothing. */
  NONE,
  /** The largest key of a load is lost. */
  DROPS_LAST_KEY,
  /** A missing key is answered with chunk 0, subchunk 0. */
  SENTINEL_FOR_ABSENT,
  /** Keys are cut to 32 bits in single look-ups. */
  CUTS_KEYS,
  /** Answers of a batch come in key order, not in request order. */
  BATCH_IN_KEY_ORDER,
  /** Batches beyond 65 535 keys lose the rest. */
  BATCH_LIMIT,
  /** Scans come in unsigned order in a SIGNED index. */
  UNSIGNED_ORDER,
  /** The upper end of a closed range is left out. */
  SCAN_END_EXCLUSIVE,
  /** Updates insert new keys, but do not replace. */
  UPDATE_KEEPS_OLD,
  /** Removals do nothing. */
  REMOVE_IGNORED,
  /** A failed load leaves what it had stored. */
  LOAD_NOT_ATOMIC,
  /** While a load runs, the index looks READY. */
  LOAD_VISIBLE,
  /** The failure of an entry source is swallowed, as if the input had ended. */
  SOURCE_FAILURE_SWALLOWED,
  /** A load into an index with content overwrites. */
  LOAD_OVER_CONTENT,
  /** A cursor sees what is written after it was opened. */
  SCAN_NOT_SNAPSHOT,
  /** A closed index answers that the key is absent. */
  ABSENT_AFTER_CLOSE,
  /** A cursor goes on after its index has been closed. */
  CURSOR_AFTER_CLOSE,
  /** Two writers at once are let in. */
  TWO_WRITERS,
  /** The domain is forgotten: every index is opened as SIGNED. */
  FORGETS_DOMAIN,
  /** Options that are not known are ignored. */
  IGNORES_OPTIONS,
  /** An index that is not there is opened as an empty one. */
  MAKES_MISSING,
  /** A compaction loses the first key. */
  COMPACT_LOSES_A_KEY,
  /** A compaction brings a removed key back. */
  COMPACT_REVIVES,
  /** A compaction does not mind being interrupted, and hides it from its caller. */
  COMPACT_SWALLOWS_INTERRUPT,
  /** Each opening for writing leaves a thread behind. */
  LEAKS_THREADS
}

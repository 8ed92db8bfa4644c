package org.secindex.tide;

import java.util.List;

/**
 * What became of a log that was recovered.
 *
 * @param channels how many the new log has
 * @param chunks how many the new log has
 * @param entries how many the new log has
 * @param recoveredEntries how many of them are of chunks that were damaged, cut or unfinished
 * @param missingEntries how many more there were, as far as headers of chunks told; 0 if they did
 *     not
 * @param bytes how many the new log has
 * @param lostBytes how many bytes of the old one nothing could be made of
 * @param lost where they are; the first 1000 places
 */
public record Recovery(
    long channels,
    long chunks,
    long entries,
    long recoveredEntries,
    long missingEntries,
    long bytes,
    long lostBytes,
    List<LostRange> lost) {
  /** Whether anything was lost. */
  public boolean isLossy() {
    return lostBytes > 0 || missingEntries > 0;
  }
}

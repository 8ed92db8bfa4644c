package org.secindex.api;

/**
 * Where an object lives: its chunk of the sky and the subchunk therein.
 *
 * <p>Any pair of non-negative numbers is a location; 1234567890 is a chunk too (Qserv's dummy
 * chunk). There is no value for "not found": absence is an empty {@link java.util.Optional}.
 *
 * @param chunkId 0 .. 2^31-1
 * @param subChunkId 0 .. 2^31-1
 */
public record Location(int chunkId, int subChunkId) {
  /**
   * @throws IllegalArgumentException if either number is negative
   */
  public Location {
    if ((chunkId | subChunkId) < 0) {
      throw new IllegalArgumentException(
          "a location has no negative part: chunkId " + chunkId + ", subChunkId " + subChunkId);
    }
  }
}

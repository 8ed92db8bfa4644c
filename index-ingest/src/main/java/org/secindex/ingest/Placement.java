package org.secindex.ingest;

/** Where the location of a row comes from. */
public sealed interface Placement {
  /** Chunk and subchunk, each from its own place. */
  record Numbers(NumberSource chunk, NumberSource subChunk) implements Placement {}

  /**
   * From the position on the sky.
   *
   * @param ra the column of the right ascension (longitude) in degrees; any finite value, taken
   *     modulo 360
   * @param dec the column of the declination (latitude) in degrees, -90 .. 90
   * @param partition the cutting of the sky
   */
  record Sky(Column ra, Column dec, SkyPartition partition) implements Placement {}

  /** Where a chunk or subchunk number comes from. */
  sealed interface NumberSource {
    /** A column of the row. */
    record InColumn(Column column) implements NumberSource {}

    /** The same number, {@code >= 0}, for all rows. */
    record Constant(int value) implements NumberSource {
      /** Not negative. */
      public Constant {
        if (value < 0) {
          throw new IllegalArgumentException("a location has no negative part: " + value);
        }
      }
    }

    /**
     * The number after {@code chunk_} in the name of the file, as {@code 7480} in {@code
     * data/chunk_7480.txt.gz}; the folder does not count.
     */
    record InFileName() implements NumberSource {}
  }
}

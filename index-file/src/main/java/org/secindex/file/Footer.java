package org.secindex.file;

import java.nio.ByteBuffer;
import org.secindex.api.CorruptIndexException;

/**
 * The last bytes of a segment: where its parts lie, and what it holds. See FORMAT.md.
 *
 * @param fencesAt where the fences begin; they end where the footer begins
 * @param blocks how many blocks there are, and fences
 * @param filtersAt where the blocks end and the filters begin; they end where the fences begin
 * @param filters how many filters there are; 0 if the segment has none
 * @param entries how many entries there are, tombstones included
 * @param min the first key
 * @param max the last key
 * @param checksum the {@link org.secindex.api.EntryChecksum} of all entries
 */
record Footer(
    long fencesAt,
    int blocks,
    long filtersAt,
    int filters,
    long entries,
    long tombstones,
    long min,
    long max,
    long checksum,
    int filtersCrc,
    int fencesCrc) {
  /** What all fields take, with the footer's own CRC32C and the closing magic. */
  static final int LENGTH = 2 * (8 + 4) + 5 * 8 + 2 * 4 + 4 + 8;

  private static final int CRC_AT = LENGTH - 12;

  void write(ByteBuffer out) {
    int start = out.position();
    out.putLong(fencesAt).putInt(blocks).putLong(filtersAt).putInt(filters);
    out.putLong(entries).putLong(tombstones).putLong(min).putLong(max).putLong(checksum);
    out.putInt(filtersCrc).putInt(fencesCrc);
    out.putInt(Preamble.crc(out, start, CRC_AT)).putLong(Preamble.SEGMENT);
  }

  /**
   * Reads the footer that the buffer holds, and checks that the parts it names fill the file.
   *
   * @param file the file that it was read from, for messages
   * @param at where in that file it lies
   * @throws CorruptIndexException if it is damaged
   */
  static Footer read(ByteBuffer in, String file, long at) {
    if (in.getInt(CRC_AT) != Preamble.crc(in, 0, CRC_AT)) {
      throw new CorruptIndexException(file + ":" + at + ": checksum of the footer does not match");
    }
    if (in.getLong(CRC_AT + 4) != Preamble.SEGMENT) {
      throw new CorruptIndexException(
          file + ":" + (at + CRC_AT + 4) + ": no segment of secindex ends here (bad magic number)");
    }
    Footer footer =
        new Footer(
            in.getLong(),
            in.getInt(),
            in.getLong(),
            in.getInt(),
            in.getLong(),
            in.getLong(),
            in.getLong(),
            in.getLong(),
            in.getLong(),
            in.getInt(),
            in.getInt());
    if (!footer.fits(at)) {
      throw new CorruptIndexException(
          file + ":" + at + ": the footer contradicts the length of the file");
    }
    return footer;
  }

  private boolean fits(long at) {
    return at + LENGTH <= Integer.MAX_VALUE
        && blocks >= 1
        && fencesAt >= 0
        && fencesAt + (long) blocks * Fences.LENGTH == at
        && filtersAt >= Preamble.LENGTH
        && filtersAt <= fencesAt
        && filters >= 0
        && (filters == 0) == (filtersAt == fencesAt);
  }

  /** What a manifest says of this segment. */
  SegmentInfo info(String name, long bytes) {
    return new SegmentInfo(name, min, max, entries, tombstones, bytes, checksum);
  }
}

package org.secindex.tide;

import java.nio.file.Path;
import java.util.function.LongPredicate;

/**
 * A log that is made up, whose every entry is a function of its number, so that whatever is read
 * from it can be checked. Entries are numbered from 0 in the order in which they are written.
 *
 * @param chunks 1 ..
 * @param entriesPerChunk 1 ..
 * @param entryBytes of payload, 0 .. 2^28
 * @param channels among which the entries go round, 1 ..; the ids are 0, 1, 2 ...
 * @param sameTime so many entries one after the other have the same timestamp, 1 ..
 * @param inTimeOrder if not, entries are up to seven places away from where their time puts them
 * @param firstTime the smallest timestamp
 * @param step from one timestamp to the next larger one, 1 ..
 */
public record GeneratedLog(
    int chunks,
    int entriesPerChunk,
    int entryBytes,
    int channels,
    int sameTime,
    boolean inTimeOrder,
    long firstTime,
    long step) {
  private static final int MOST_ENTRY_BYTES = 1 << 28;

  /** Which of eight neighbours has the place of the other, if entries are out of order. */
  private static final int SWAP = 5;

  private static final int NEIGHBOURS = 8;

  /** Checks the ranges. */
  public GeneratedLog {
    if (chunks < 1 || entriesPerChunk < 1 || channels < 1 || sameTime < 1 || step < 1) {
      throw new IllegalArgumentException(
          "chunks, entries a chunk, channels, entries of one time and step are 1 or more");
    }
    if (entryBytes < 0 || entryBytes > MOST_ENTRY_BYTES) {
      throw new IllegalArgumentException(
          "an entry has 0 .. " + MOST_ENTRY_BYTES + " bytes, not " + entryBytes);
    }
    if (chunkBytes(entriesPerChunk, entryBytes) > WriteOptions.MAX_CHUNK_BYTES) {
      throw new IllegalArgumentException(
          "a chunk of "
              + chunkBytes(entriesPerChunk, entryBytes)
              + " bytes; a chunk has at most "
              + WriteOptions.MAX_CHUNK_BYTES
              + ": write fewer entries a chunk");
    }
  }

  private static long chunkBytes(int entries, int bytes) {
    return entries * (long) (Layout.ENTRY_HEADER + bytes);
  }

  /** How many entries there are. */
  public long entries() {
    return (long) chunks * entriesPerChunk;
  }

  /** The chunk of an entry. */
  public long chunkId(long number) {
    return number / entriesPerChunk;
  }

  /** Where an entry begins, in bytes from the first entry of its chunk. */
  public long offset(long number) {
    return number % entriesPerChunk * (Layout.ENTRY_HEADER + entryBytes);
  }

  /** The channel of an entry. */
  public long channelId(long number) {
    return number % channels;
  }

  /** The timestamp of an entry. */
  public long timestamp(long number) {
    return firstTime + place(number) / sameTime * step;
  }

  /** The payload of an entry. */
  public byte[] payload(long number) {
    byte[] bytes = new byte[entryBytes];
    new Payloads(entryBytes).of(number).get(bytes);
    return bytes;
  }

  /**
   * Writes all entries, to channels named {@code /0}, {@code /1}...
   *
   * @param options which the sizes of the chunks do not matter of
   * @param going asked before each entry, with its number; if it says no, the log ends there
   * @throws TideException if it cannot be written
   */
  public void write(Path path, WriteOptions options, LongPredicate going) {
    WriteOptions sized =
        options
            .chunkEntries(entriesPerChunk)
            .chunkBytes(WriteOptions.MAX_CHUNK_BYTES)
            .chunkSpan(Long.MAX_VALUE);
    try (TideWriter writer = TideWriter.create(path, sized)) {
      write(writer, going);
    }
  }

  /** Writes all entries to a log that was begun just now, by whose options its chunks end. */
  public void write(TideWriter writer, LongPredicate going) {
    for (int i = 0; i < channels; i++) {
      writer.addChannel(Channel.of(i, "/" + i, "letters"));
    }
    Payloads payloads = new Payloads(entryBytes);
    for (long n = 0; n < entries() && going.test(n); n++) {
      writer.write(channelId(n), timestamp(n), payloads.of(n));
    }
  }

  /** Where an entry would be if all were in the order of time. */
  private long place(long number) {
    return inTimeOrder || (number | (NEIGHBOURS - 1)) >= entries() ? number : number ^ SWAP;
  }
}

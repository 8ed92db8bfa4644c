package org.secindex.tide;

import java.util.function.Consumer;
import org.secindex.tide.Problem.Code;

/**
 * What is believed of the chunk that is being gone through.
 *
 * <p>Entries have no mark of their own, so a wrong size makes entries of whatever follows. A chunk
 * is therefore believed while its entries are of known channels and within its times. If one is
 * not, the rest is followed first by the sizes alone: if it ends where the chunk does and has as
 * many entries as the chunk says, then all is well, and only a channel is undeclared, or a header
 * careless. Otherwise the chunk is in doubt: only entries of known channels within its times are
 * given, as recovered, up to the first that is not.
 */
final class Belief {
  private enum Trust {
    UNCHECKED,
    CHECKED,
    DOUBTED
  }

  private final Channels channels;
  private final Consumer<Problem> problems;
  private final TideTime declaredTime;
  private Chunk chunk;
  private boolean timed;

  /** The times that the header allows: the first, and how far it is to the last. */
  private long start;

  private long span = -1;
  private Trust trust = Trust.UNCHECKED;
  private long count;
  private long min;
  private long max;
  private boolean toldUnit;

  Belief(Channels channels, Consumer<Problem> problems, TideTime declaredTime, Chunk chunk) {
    this.channels = channels;
    this.problems = problems;
    this.declaredTime = declaredTime;
    this.chunk = chunk;
  }

  void begin(Chunk begun) {
    chunk = begun;
    timed = chunk.hasTimes();
    start = timed ? chunk.start() : 0;
    span = timed ? chunk.end() - chunk.start() : -1;
    trust = chunk.state() == Chunk.State.WHOLE ? Trust.UNCHECKED : Trust.DOUBTED;
    count = 0;
    min = -1;
    max = 0;
  }

  /**
   * Tells if the block is not whole.
   *
   * @param length what the block tells, unsigned
   */
  void tellState(long length) {
    if (chunk.state() == Chunk.State.CUT) {
      String told = "length " + Long.toUnsignedString(length);
      report(
          Code.CHUNK_CUT,
          Long.compareUnsigned(length, Layout.CHUNK_HEADER) < 0
              ? told + ", and its header alone has " + Layout.CHUNK_HEADER
              : told
                  + ", only "
                  + (Layout.CHUNK_HEADER + chunk.storedBytes())
                  + " bytes left: the file is cut, or the length wrong");
    } else if (chunk.state() == Chunk.State.UNFINISHED) {
      report(
          Code.CHUNK_UNFINISHED, "its header was never completed; entries behind it are recovered");
    }
  }

  void tellUnreadable(Exception cause) {
    report(Code.CHUNK_UNREADABLE, chunk.compression() + " data: " + cause.getMessage());
  }

  void tellDamage(String text) {
    report(Code.CHUNK_DAMAGED, text);
  }

  /** Whether nothing speaks against an entry. */
  boolean expects(long channelId, long timestamp, long size) {
    return channels.isKnown(channelId)
        && isWithinTimes(timestamp)
        // What was never written reads as zeros after many a crash.
        && (trust != Trust.DOUBTED || timed || (timestamp | size) != 0);
  }

  /** Whether what is left of a cut entry may be of the chunk. */
  boolean expectsRest(long channelId, long timestamp) {
    return channels.isKnown(channelId) && isWithinTimes(timestamp);
  }

  /** Whether a timestamp is one that the header allows; any is if that tells no times. */
  private boolean isWithinTimes(long timestamp) {
    return Long.compareUnsigned(timestamp - start, span) <= 0;
  }

  /** Whether an entry counts though something speaks against it; after {@link #check}. */
  boolean accepts(long channelId, long timestamp) {
    // A cut chunk cannot be followed to its end; what declares the channel may be cut off, too.
    boolean cut = chunk.state() == Chunk.State.CUT && timed && isWithinTimes(timestamp);
    if (trust == Trust.DOUBTED && !cut) {
      return false;
    }
    if (channels.isKnown(channelId)) {
      return true;
    }
    if (!channels.addStandIn(channelId)) {
      trust = Trust.DOUBTED;
      return false;
    }
    report(
        Code.UNDECLARED_CHANNEL,
        "channel "
            + channelId
            + " is not declared so far; until then it is called channel-"
            + channelId);
    return true;
  }

  void take(long timestamp) {
    if (count == 0) {
      checkUnit(timestamp);
    }
    count++;
    min = Unsigned.min(min, timestamp);
    max = Unsigned.max(max, timestamp);
  }

  /** Takes entries behind the first one, each of which was expected. */
  void take(EntryRun run) {
    count += run.count();
    min = Unsigned.min(min, run.min());
    max = Unsigned.max(max, run.max());
  }

  private void checkUnit(long timestamp) {
    if (declaredTime == TideTime.NANOSECONDS && !toldUnit && TideTime.looksLikeTidelog(timestamp)) {
      toldUnit = true;
      report(
          Code.TIME_UNIT,
          "timestamp "
              + timestamp
              + " looks like libtidelog's seconds x 10^7 + microseconds ("
              + TideTime.TIDELOG.toInstant(timestamp)
              + "), not like nanoseconds");
    }
  }

  /** Whether the sizes of the rest are still to be followed. */
  boolean isUnchecked() {
    return trust == Trust.UNCHECKED;
  }

  /**
   * Takes note of where the sizes of the rest have led.
   *
   * @param rest how many entries; -1 if they do not end where the chunk does
   * @param spare how many bytes are behind them
   */
  void check(long rest, long spare) {
    trust = rest >= 0 && countIsPlausible(count + rest, spare) ? Trust.CHECKED : Trust.DOUBTED;
  }

  /** What was decompressed is as it was written, by its checksum, and the count does not matter. */
  private boolean countIsPlausible(long entries, long spare) {
    // Some writers leave it 0; RSBag's older files have one of bytes.
    return chunk.compression() != Compression.NONE
        || chunk.count() == entries
        || chunk.count() == 0
        || isCountOfBytes(spare);
  }

  private boolean isCountOfBytes(long spare) {
    return spare == Layout.RSBAG_SPARE && chunk.count() == chunk.storedBytes() - spare;
  }

  void doubt() {
    trust = Trust.DOUBTED;
  }

  boolean isDoubted() {
    return trust == Trust.DOUBTED;
  }

  /** Whether the header tells between which times the entries are. */
  boolean isTimed() {
    return timed;
  }

  /** How many entries were taken. */
  long count() {
    return count;
  }

  /** Tells how the header differs from what was found, at the end of the chunk. */
  void compare(long spare) {
    if (spare == Layout.RSBAG_SPARE) {
      report(Code.SPARE_BYTES, "4 bytes behind its entries, as of RSBag");
    } else if (spare != 0) {
      report(Code.CHUNK_DAMAGED, spare + " bytes behind its last entry, whose size is in doubt");
    }
    if (chunk.count() != count) {
      report(Code.CHUNK_COUNT, "says " + chunk.count() + " entries, has " + count);
    }
    if (count > 0 && (chunk.start() != min || chunk.end() != max)) {
      report(
          Code.CHUNK_TIMES,
          "says " + times(chunk.start(), chunk.end()) + ", has " + times(min, max));
    }
  }

  private static String times(long from, long to) {
    return Long.toUnsignedString(from) + " .. " + Long.toUnsignedString(to);
  }

  private void report(Code code, String text) {
    problems.accept(Problem.of(code, chunk.position(), "chunk " + chunk.id() + ": " + text));
  }
}

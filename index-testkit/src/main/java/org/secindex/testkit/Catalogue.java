package org.secindex.testkit;

import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;

/**
 * A generated catalogue of up to some 10^10 entries, distributed as real ones are. Nothing is
 * stored per entry: key and location are computed, so any answer of any index can be checked at any
 * size. Immutable; safe for use by several threads; the same name and size give the same entries on
 * every machine.
 *
 * <p>The keys by name, in ascending SIGNED order:
 *
 * <ul>
 *   <li>{@code stride:N}: 0, N, 2N, ...
 *   <li>{@code lsst}: LSST object ids ({@code ((release << 21) + 100 tract + patch) << 36 +
 *       counter}): dense runs of some 10 000 counters a patch, 3 of 20 missing, with huge gaps
 *       between patches and tracts
 *   <li>{@code gaia}: Gaia source ids ({@code pixel << 35 | dpc << 33 | spare << 32 | running <<
 *       7}): some 9 a HEALPix pixel of level 12, more when the sky is full, with a density that
 *       varies smoothly by a factor of 9
 *   <li>{@code uniform64}: nearly independent uniform draws from all 64-bit numbers
 * </ul>
 *
 * <p>The location is a function of the key: {@code lsst} keys lie in 1-4 chunks a patch, of the
 * others some 270 000 neighbours share a chunk (on average, as in a catalogue of 40 G objects in
 * 150 k chunks). The subchunk is one of 36, by a hash of the key.
 */
public final class Catalogue {
  private static final int SUB_CHUNKS = 36;

  private final String name;
  private final Keys keys;

  private Catalogue(String name, Keys keys) {
    this.name = name;
    this.keys = keys;
  }

  /**
   * The catalogue of a name and size.
   *
   * @param name {@code stride:N} with N >= 1, {@code lsst}, {@code gaia} or {@code uniform64}
   * @param size how many entries, at least 1
   * @throws IllegalArgumentException if there is no such catalogue; the message says why
   */
  public static Catalogue of(String name, long size) {
    if (size < 1) {
      throw new IllegalArgumentException("a catalogue has at least one entry, not " + size);
    }
    return new Catalogue(name, keys(name, size));
  }

  private static Keys keys(String name, long size) {
    if (name.matches("stride:[0-9]{1,18}")) {
      return new StrideKeys(Long.parseLong(name.substring("stride:".length())), size);
    }
    return switch (name) {
      case "lsst" -> new LsstKeys(size);
      case "gaia" -> new StratifiedKeys(new GaiaStrata(size), size);
      case "uniform64" -> new StratifiedKeys(new UniformStrata(size), size);
      default ->
          throw new IllegalArgumentException(
              "no catalogue '" + name + "': choose stride:N, lsst, gaia or uniform64");
    };
  }

  /** The name, as given. */
  public String name() {
    return name;
  }

  /** How many entries there are. */
  public long size() {
    return keys.size();
  }

  /** SIGNED for all. */
  public KeyDomain domain() {
    return KeyDomain.SIGNED;
  }

  /**
   * The key at a rank; strictly ascending.
   *
   * @throws IndexOutOfBoundsException if the rank is not in 0 .. size - 1
   */
  public long key(long rank) {
    return keys.key(requireRank(rank));
  }

  /**
   * A key near {@link #key key(rank)} that the catalogue does not hold, for updates that insert.
   * Strictly ascending with the rank.
   *
   * @throws IndexOutOfBoundsException if the rank is not in 0 .. size - 1
   */
  public long newKey(long rank) {
    return keys.newKey(requireRank(rank));
  }

  private long requireRank(long rank) {
    if (rank < 0 || rank >= size()) {
      throw new IndexOutOfBoundsException("rank " + rank + " outside 0 .. " + (size() - 1));
    }
    return rank;
  }

  /** Whether the catalogue holds the key. */
  public boolean contains(long key) {
    return keys.contains(key);
  }

  /**
   * The chunk of a key that is in the catalogue, or that {@link #newKey} gave. Of other keys it
   * means nothing.
   */
  public int chunkId(long key) {
    return keys.chunkId(key);
  }

  /** The subchunk of any key. */
  public int subChunkId(long key) {
    return (int) (((Mix.mix64(key) >>> 32) * SUB_CHUNKS) >>> 32);
  }

  /**
   * A key that the catalogue does not hold. Where a kind is impossible ({@code stride:1} has no
   * gaps), it lies outside.
   */
  public long miss(Miss kind, SplittableRandom random) {
    return switch (kind) {
      case INSIDE_RUN -> keys.missInsideRun(random);
      case BETWEEN_RUNS -> keys.missBetweenRuns(random);
      case OUTSIDE -> missOutside(random);
    };
  }

  private long missOutside(SplittableRandom random) {
    long first = keys.key(0);
    long last = keys.key(size() - 1);
    boolean before = first > Long.MIN_VALUE && (last == Long.MAX_VALUE || random.nextBoolean());
    if (before) {
      return random.nextLong(Long.MIN_VALUE, first);
    }
    // The bound is exclusive, so the draw is from [last, MAX), then moved by one.
    return random.nextLong(last, Long.MAX_VALUE) + 1;
  }

  /** All entries. */
  public SortedEntries entries() {
    return entries(0, size());
  }

  /**
   * The entries of a range of ranks.
   *
   * @param from the first rank
   * @param to the rank after the last
   * @throws IndexOutOfBoundsException if the range is not within 0 .. size
   */
  public SortedEntries entries(long from, long to) {
    if (from < 0 || from > to || to > size()) {
      throw new IndexOutOfBoundsException(
          "ranks " + from + " .. " + to + " outside 0 .. " + size());
    }
    return SortedEntries.of(domain(), new Generated(from, to));
  }

  private final class Generated implements EntrySource {
    private final long count;
    private final long to;
    private long next;

    Generated(long from, long to) {
      count = to - from;
      next = from;
      this.to = to;
    }

    @Override
    public boolean read(EntryBatch into) {
      int n = (int) Math.min(into.capacity(), to - next);
      keys.fill(next, into.keys, n);
      for (int i = 0; i < n; i++) {
        into.chunkIds[i] = keys.chunkId(into.keys[i]);
        into.subChunkIds[i] = subChunkId(into.keys[i]);
      }
      into.setSize(n);
      next += n;
      return n > 0;
    }

    @Override
    public OptionalLong expectedCount() {
      return OptionalLong.of(count);
    }
  }

  /** For example {@code lsst, 1000000 entries}. */
  @Override
  public String toString() {
    return name + ", " + size() + " entries";
  }
}

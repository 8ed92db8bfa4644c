package org.secindex.bench;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.secindex.api.IndexConfigException;

/** Which keys of a catalogue are looked up how often. */
public sealed interface Distribution {
  /** All alike. */
  record Uniform() implements Distribution {
    @Override
    public LongSupplier ranks(long size, SplittableRandom random) {
      return () -> random.nextLong(size);
    }

    @Override
    public String toString() {
      return "uniform";
    }
  }

  /**
   * By Zipf's law: the k-th most wanted key in proportion to {@code k^-exponent}. Which keys these
   * are has nothing to do with where they lie.
   *
   * @param exponent above 0, up to 10
   */
  record Zipf(double exponent) implements Distribution {
    /**
     * @throws IndexConfigException if the exponent is outside its range
     */
    public Zipf {
      if (!(exponent > 0 && exponent <= 10)) {
        throw new IndexConfigException(
            "bench: zipf:" + exponent + ": the exponent is outside 0 (without) .. 10");
      }
    }

    @Override
    public LongSupplier ranks(long size, SplittableRandom random) {
      ZipfRanks popularity = new ZipfRanks(size, exponent);
      Spread spread = new Spread(size);
      return () -> spread.place(popularity.next(random) - 1);
    }

    @Override
    public String toString() {
      return "zipf:" + exponent;
    }
  }

  /**
   * A share of the look-ups goes to a share of the keys, which are neighbours; the others go to all
   * other keys.
   *
   * @param keys the share of the keys, above 0 and below 1
   * @param queries the share of the look-ups, likewise
   */
  record Hotspot(double keys, double queries) implements Distribution {
    /**
     * @throws IndexConfigException if a share is outside its range
     */
    public Hotspot {
      if (!(keys > 0 && keys < 1 && queries > 0 && queries < 1)) {
        throw new IndexConfigException(
            "bench: hotspot:" + keys + "," + queries + ": shares are above 0 and below 1");
      }
    }

    @Override
    public LongSupplier ranks(long size, SplittableRandom random) {
      long hot = Math.max(1, Math.min(size - 1, Math.round(keys * size)));
      if (size == 1) {
        return () -> 0;
      }
      long first = random.nextLong(size - hot + 1);
      return () -> {
        if (random.nextDouble() < queries) {
          return first + random.nextLong(hot);
        }
        long cold = random.nextLong(size - hot);
        return cold < first ? cold : cold + hot;
      };
    }

    @Override
    public String toString() {
      return "hotspot:" + keys + "," + queries;
    }
  }

  /** One after the other from the first, and then again. */
  record Sequential() implements Distribution {
    @Override
    public LongSupplier ranks(long size, SplittableRandom random) {
      long[] next = {0};
      return () -> next[0]++ % size;
    }

    @Override
    public String toString() {
      return "sequential";
    }
  }

  /**
   * Draws keys by their rank, 0 to size - 1, without end.
   *
   * @param size of the catalogue
   * @param random used at each draw
   */
  LongSupplier ranks(long size, SplittableRandom random);

  /**
   * Reads {@code uniform}, {@code zipf:EXPONENT}, {@code hotspot}, {@code hotspot:KEYS,QUERIES} or
   * {@code sequential}.
   *
   * @throws IndexConfigException if it is none of them
   */
  static Distribution of(String text) {
    switch (text) {
      case "uniform":
        return new Uniform();
      case "hotspot":
        return new Hotspot(0.2, 0.8);
      case "sequential":
        return new Sequential();
      default:
        String number = "([0-9]{1,3}(?:\\.[0-9]{1,9})?)";
        Matcher zipf = Pattern.compile("zipf:" + number).matcher(text);
        if (zipf.matches()) {
          return new Zipf(Double.parseDouble(zipf.group(1)));
        }
        Matcher hotspot = Pattern.compile("hotspot:" + number + "," + number).matcher(text);
        if (hotspot.matches()) {
          return new Hotspot(
              Double.parseDouble(hotspot.group(1)), Double.parseDouble(hotspot.group(2)));
        }
        throw new IndexConfigException(
            "bench: no distribution '"
                + text
                + "': choose uniform, zipf:0.99, hotspot:0.2,0.8 or sequential");
    }
  }
}

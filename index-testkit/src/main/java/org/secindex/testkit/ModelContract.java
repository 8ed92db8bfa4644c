package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** Random operations, side by side on the index and on a sorted map. */
interface ModelContract {
  /** Operations per run: enough that each kind meets each other in many orders. */
  int STEPS = 250;

  IndexFixture fixture();

  @ParameterizedTest
  @EnumSource
  @DisplayName("whatever is done to it, in whatever order, the index equals a sorted map")
  default void model(KeyDomain domain) {
    Seed seed = Seed.forTest("model(" + domain + ")");
    new ModelRun(fixture(), domain, seed).run();
  }

  /** One run of the model. */
  final class ModelRun {
    private final IndexFixture fixture;
    private final KeyDomain domain;
    private final Seed seed;
    private final SplittableRandom random;
    private final NavigableMap<Long, Location> model;
    private final String uri;
    private SecondaryIndex index;

    ModelRun(IndexFixture fixture, KeyDomain domain, Seed seed) {
      this.fixture = fixture;
      this.domain = domain;
      this.seed = seed;
      random = seed.random();
      model = new TreeMap<>(domain::compare);
      uri = fixture.newUri();
      index = fixture.create(uri, domain);
    }

    void run() {
      load();
      for (int step = 0; step < STEPS; step++) {
        try {
          step();
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError("step " + step + ", " + seed + ": " + e.getMessage(), e);
        }
      }
      compareAll();
      assertThat(index.verify().problems()).isEmpty();
    }

    private void step() {
      switch (random.nextInt(11)) {
        case 0, 1 -> update();
        case 2 -> remove();
        case 3, 4 -> find();
        case 5, 6 -> findAll();
        case 7, 8 -> scan();
        case 9 -> index.compact();
        default -> reopen();
      }
    }

    /** Keys cluster, so that updates and removals meet keys that are there. */
    private long key() {
      long small = random.nextLong(400);
      return switch (random.nextInt(5)) {
        case 0 -> small - 200;
        case 1 -> small * 1_000_003 - (1L << 40);
        case 2 -> Long.MAX_VALUE - small;
        case 3 -> Long.MIN_VALUE + small;
        default -> (small << 36) + random.nextLong(4);
      };
    }

    private Location location() {
      return random.nextInt(20) == 0
          ? new Location(Integer.MAX_VALUE - random.nextInt(2), random.nextInt(36))
          : new Location(random.nextInt(231_200), random.nextInt(36));
    }

    private NavigableMap<Long, Location> someEntries(int most) {
      NavigableMap<Long, Location> entries = new TreeMap<>(domain::compare);
      int n = random.nextInt(most);
      for (int i = 0; i < n; i++) {
        entries.put(key(), location());
      }
      return entries;
    }

    private SortedEntries sorted(NavigableMap<Long, Location> entries) {
      long[] keys = entries.keySet().stream().mapToLong(Long::longValue).toArray();
      int[] chunks = entries.values().stream().mapToInt(Location::chunkId).toArray();
      int[] subChunks = entries.values().stream().mapToInt(Location::subChunkId).toArray();
      return SortedEntries.of(domain, keys, chunks, subChunks);
    }

    private void load() {
      NavigableMap<Long, Location> entries = someEntries(2000);
      assertThat(index.load(sorted(entries))).isEqualTo(entries.size());
      model.putAll(entries);
    }

    private void update() {
      NavigableMap<Long, Location> entries = someEntries(random.nextInt(4) == 0 ? 600 : 20);
      assertThat(index.update(sorted(entries))).isEqualTo(entries.size());
      model.putAll(entries);
    }

    private void remove() {
      long[] keys = random.longs(random.nextInt(60)).map(ignored -> key()).toArray();
      index.remove(keys);
      for (long key : keys) {
        model.remove(key);
      }
    }

    private void find() {
      long key = key();
      assertThat(index.find(key))
          .as("find %s", domain.format(key))
          .isEqualTo(Optional.ofNullable(model.get(key)));
    }

    private void findAll() {
      long[] keys = random.longs(random.nextInt(120)).map(ignored -> key()).toArray();
      Lookup answers = index.findAll(keys);
      assertThat(answers.size()).isEqualTo(keys.length);
      for (int i = 0; i < keys.length; i++) {
        assertThat(answers.location(i))
            .as("findAll %s", domain.format(keys[i]))
            .isEqualTo(Optional.ofNullable(model.get(keys[i])));
      }
    }

    private void scan() {
      long a = key();
      long b = key();
      KeyRange range =
          switch (random.nextInt(4)) {
            case 0 -> KeyRange.closed(a, b);
            case 1 -> KeyRange.open(a, b);
            case 2 -> KeyRange.atLeast(a);
            default -> KeyRange.lessThan(b);
          };
      compare(
          range,
          range.isEmpty(domain)
              ? new TreeMap<>()
              : model.subMap(range.first(domain), true, range.last(domain), true));
    }

    private void compareAll() {
      compare(KeyRange.all(), model);
    }

    private void compare(KeyRange range, NavigableMap<Long, Location> expected) {
      try (EntryCursor rows = index.scan(range)) {
        for (var row : expected.entrySet()) {
          assertThat(rows.next()).as("scan %s ends before %d", range, row.getKey()).isTrue();
          assertThat(rows.key()).as("scan %s", range).isEqualTo(row.getKey());
          assertThat(rows.location())
              .as("scan %s at %d", range, rows.key())
              .isEqualTo(row.getValue());
        }
        assertThat(rows.next()).as("scan %s goes on", range).isFalse();
      }
    }

    private void reopen() {
      index.close();
      index = fixture.openToWrite(uri);
      assertThat(index.domain()).isEqualTo(domain);
    }
  }
}

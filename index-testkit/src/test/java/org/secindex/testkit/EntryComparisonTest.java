package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.EntryComparison;
import org.secindex.api.IndexConfigException;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.Location;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

class EntryComparisonTest {
  private static final String URI = "memory:EntryComparisonTest";

  private static SortedEntries entries(KeyDomain domain, SortedMap<Long, Location> content) {
    return SortedEntries.of(
        domain,
        content.keySet().stream().mapToLong(Long::longValue).toArray(),
        content.values().stream().mapToInt(Location::chunkId).toArray(),
        content.values().stream().mapToInt(Location::subChunkId).toArray());
  }

  private static SecondaryIndex index(KeyDomain domain, SortedMap<Long, Location> content) {
    Indexes.drop(URI);
    SecondaryIndex index = Indexes.create(URI, domain);
    index.load(entries(domain, content));
    return index;
  }

  private static SortedMap<Long, Location> randomContent(
      KeyDomain domain, SplittableRandom random) {
    SortedMap<Long, Location> content = new TreeMap<>(domain::compare);
    int n = random.nextInt(60);
    for (int i = 0; i < n; i++) {
      // Close around 0, where the order of the domains differs.
      content.put(random.nextLong(-20, 20), new Location(random.nextInt(2), 0));
    }
    return content;
  }

  @ParameterizedTest
  @EnumSource
  void findsWhatACompareOfMapsFinds(KeyDomain domain) {
    SplittableRandom random = Seed.forTest("EntryComparisonTest").random();
    for (int round = 0; round < 500; round++) {
      SortedMap<Long, Location> have = randomContent(domain, random);
      SortedMap<Long, Location> want =
          round % 10 == 0 ? new TreeMap<>(have) : randomContent(domain, random);
      List<String> missing = new ArrayList<>();
      List<String> wrong = new ArrayList<>();
      List<String> extra = new ArrayList<>();
      want.forEach(
          (key, location) -> {
            if (!have.containsKey(key)) {
              missing.add(domain.format(key) + ": " + place(location) + " expected");
            } else if (!have.get(key).equals(location)) {
              wrong.add(
                  domain.format(key)
                      + ": "
                      + place(have.get(key))
                      + " found, "
                      + place(location)
                      + " expected");
            }
          });
      have.forEach(
          (key, location) -> {
            if (!want.containsKey(key)) {
              extra.add(domain.format(key) + ": " + place(location) + " found");
            }
          });
      try (SecondaryIndex index = index(domain, have)) {
        EntryComparison found = EntryComparison.of(index, entries(domain, want), read -> {});
        assertThat(found.equal()).isEqualTo(want.size() - missing.size() - wrong.size());
        assertDifferences(found.missing(), missing);
        assertDifferences(found.wrong(), wrong);
        assertDifferences(found.extra(), extra);
        assertThat(found.isEqual()).isEqualTo(have.equals(want));
      }
    }
  }

  private static String place(Location location) {
    return "chunk " + location.chunkId() + ", subchunk " + location.subChunkId();
  }

  private static void assertDifferences(EntryComparison.Differences found, List<String> expected) {
    assertThat(found.count()).isEqualTo(expected.size());
    assertThat(found.first()).isEqualTo(expected.subList(0, Math.min(5, expected.size())));
  }

  @Test
  void refusesTheOrderOfTheOtherDomain() {
    SortedMap<Long, Location> one = new TreeMap<>(Map.of(1L, new Location(1, 1)));
    try (SecondaryIndex index = index(KeyDomain.SIGNED, one)) {
      assertThatThrownBy(
              () -> EntryComparison.of(index, entries(KeyDomain.UNSIGNED, one), read -> {}))
          .isInstanceOf(IndexConfigException.class);
    }
  }
}

package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;

/** What the groups of the contract assert again and again. */
final class IndexAssert {
  private IndexAssert() {}

  /** Each key is found, singly and in a batch, where this generation put it. */
  static void assertHolds(SecondaryIndex index, int generation, long... keys) {
    Lookup all = index.findAll(keys);
    assertThat(all.size()).isEqualTo(keys.length);
    for (int i = 0; i < keys.length; i++) {
      Location expected =
          new Location(IndexFixture.chunkOf(keys[i], generation), IndexFixture.subChunkOf(keys[i]));
      assertThat(all.location(i)).as("findAll: key %d at %d", keys[i], i).contains(expected);
    }
    // Singles are dear on some stores: of a long list, some thousand spread over it will do.
    int step = Math.max(1, keys.length / 1000);
    for (int i = 0; i < keys.length; i += step) {
      assertThat(index.find(keys[i]))
          .as("find: key %d", keys[i])
          .contains(
              new Location(
                  IndexFixture.chunkOf(keys[i], generation), IndexFixture.subChunkOf(keys[i])));
    }
  }

  /** No key is found, singly or in a batch. */
  static void assertLacks(SecondaryIndex index, long... keys) {
    Lookup all = index.findAll(keys);
    assertThat(all.foundCount()).as("answers in a batch of missing keys").isZero();
    assertThat(all.missing()).isEqualTo(keys);
    int step = Math.max(1, keys.length / 1000);
    for (int i = 0; i < keys.length; i += step) {
      assertThat(index.find(keys[i])).as("find: key %d", keys[i]).isEmpty();
    }
  }

  /** The whole content equals these entries, by count and checksum of a full check. */
  static void assertContent(SecondaryIndex index, SortedEntries expected) {
    EntryChecksum checksum = new EntryChecksum();
    EntryBatch batch = new EntryBatch();
    while (expected.read(batch)) {
      checksum.add(batch);
    }
    Verification found = index.verify();
    assertThat(found.problems()).isEmpty();
    assertThat(found.entries()).isEqualTo(checksum.count());
    assertThat(found.checksum()).isEqualTo(checksum.value());
  }
}

package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.KeyDomain;
import org.secindex.api.Location;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;

/**
 * The files of format version 1, byte for byte: what is written today is what was written then, and
 * what was written then can be read. {@code -Dsecindex.golden=write} writes them anew, which is
 * right only as long as no version of secindex with this format has been released.
 */
class GoldenTest {
  /** Nothing happens by itself, and so at another time. */
  private static final FileOptions OPTIONS =
      new FileOptions(
          Durability.RELAXED,
          SegmentOptions.defaults(Duration.ZERO).withCompaction(SegmentOptions.Compacting.OFF));

  @TempDir Path parent;
  private final FileIndexProvider provider = new FileIndexProvider();
  private final TreeMap<Long, Location> base = new TreeMap<>();
  private final TreeMap<Long, Location> changed = new TreeMap<>();
  private final TreeSet<Long> removed = new TreeSet<>();

  private static Path golden(KeyDomain domain) {
    return Path.of("src/test/resources/golden/v1", domain.name().toLowerCase(Locale.ROOT));
  }

  /** Entries for all encodings; keys in sort order. */
  private void makeEntries() {
    SplittableRandom random = new SplittableRandom(4);
    put(Long.MIN_VALUE, 0, 0);
    put(Long.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    int n = BlockBuilder.FULL;
    for (int i = 0; i < n; i++) {
      put(-(1L << 60) + 10L * i, 7310, i * 7 % 36);
      put(-(1L << 50) + 1000L * i + random.nextInt(100), i % 300, 1 + i % 2);
    }
    for (int i = 0, key = 0; i < n; i++) {
      key += random.nextInt(7) == 0 ? 2 : 1;
      put(key, i / 200 * 1_000_000_000, random.nextInt(9) * 10_000_000);
      put((1L << 50) + 128L * key, 1_234_567_890, i / 100 * 70_000);
    }
    for (int i = 0; i < n / 2; i++) {
      put((1L << 40) + random.nextLong(1L << 24), random.nextInt(Integer.MAX_VALUE), i);
      put((1L << 60) + (random.nextLong(1L << 24) << 7), i % 5 * 400_000_000, i);
    }
    int i = 0;
    for (long key : base.keySet()) {
      if (i % 11 == 3) {
        changed.put(key, new Location(i, 35));
        changed.put(key + 1, new Location(i, 36));
      } else if (i % 13 == 2) {
        removed.add(key);
      }
      i++;
    }
  }

  private void put(long key, int chunk, int sub) {
    base.put(key, new Location(chunk, sub));
  }

  private static SortedEntries entries(KeyDomain domain, NavigableMap<Long, Location> of) {
    return SortedEntries.of(
        domain,
        of.keySet().stream().mapToLong(domain::toSortOrder).toArray(),
        of.values().stream().mapToInt(Location::chunkId).toArray(),
        of.values().stream().mapToInt(Location::subChunkId).toArray());
  }

  private void makeIndex(Path directory, KeyDomain domain) {
    makeEntries();
    try (SecondaryIndex index = provider.create(directory, domain, OPTIONS)) {
      index.load(entries(domain, base));
      index.update(entries(domain, changed));
      index.remove(removed.stream().mapToLong(domain::toSortOrder).toArray());
    }
  }

  @ParameterizedTest
  @EnumSource(KeyDomain.class)
  void theSameBytesAreWritten(KeyDomain domain) throws IOException {
    Path golden = golden(domain);
    Path made = parent.resolve("made");
    makeIndex(made, domain);
    if (System.getProperty("secindex.golden", "").equals("write")) {
      write(made, golden);
    }
    assertThat(names(made)).isEqualTo(names(golden));
    for (Path file : TamperedFiles.files(golden)) {
      assertThat(Files.mismatch(file, made.resolve(file.getFileName())))
          .as("first byte of %s that is written otherwise today", file)
          .isEqualTo(-1);
    }
  }

  private static void write(Path made, Path golden) throws IOException {
    Files.createDirectories(golden);
    for (Path old : TamperedFiles.files(golden)) {
      Files.delete(old);
    }
    for (String name : names(made)) {
      Files.copy(made.resolve(name), golden.resolve(name));
    }
  }

  private static List<String> names(Path directory) {
    return TamperedFiles.files(directory).stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> !name.equals("lock"))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(KeyDomain.class)
  void goldenFilesAreRead(KeyDomain domain) {
    makeEntries();
    try (SecondaryIndex index = provider.open(golden(domain), Access.READ, OPTIONS)) {
      assertThat(index.domain()).isEqualTo(domain);
      Verification verification = index.verify();
      assertThat(verification.problems()).isEmpty();
      TreeMap<Long, Location> expected = new TreeMap<>(base);
      expected.putAll(changed);
      expected.keySet().removeAll(removed);
      assertThat(verification.entries()).isEqualTo(expected.size());
      expected.forEach((k, v) -> assertThat(index.find(domain.toSortOrder(k))).contains(v));
      removed.forEach(key -> assertThat(index.find(domain.toSortOrder(key))).isEmpty());
    }
  }

  @ParameterizedTest
  @EnumSource(KeyDomain.class)
  void theSpecificationReadsThemAlike(KeyDomain domain) {
    makeEntries();
    List<SpecReader.Entry> read = new ArrayList<>();
    Set<String> encodings = new TreeSet<>();
    for (Path file : TamperedFiles.files(golden(domain))) {
      if (SegmentFormat.isName(file.getFileName().toString())) {
        SpecReader reader = SpecReader.ofSegment(TamperedFiles.read(file));
        read.addAll(reader.entries());
        encodings.addAll(reader.encodings());
      }
    }
    List<SpecReader.Entry> expected = new ArrayList<>();
    base.forEach((k, v) -> expected.add(entry(k, v)));
    changed.forEach((k, v) -> expected.add(entry(k, v)));
    removed.forEach(key -> expected.add(new SpecReader.Entry(key, -1, 0)));
    assertThat(read).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(encodings)
        .contains("keys line", "keys line p", "keys bitmap", "keys bitmap p")
        .contains("keys Elias-Fano", "keys Elias-Fano p")
        .contains("chunks packed", "chunks dictionary p", "chunks runs")
        .contains("subchunks packed", "subchunks packed p", "subchunks dictionary p")
        .contains("subchunks runs", "filters");
  }

  private static SpecReader.Entry entry(long key, Location location) {
    return new SpecReader.Entry(key, location.chunkId(), location.subChunkId());
  }
}

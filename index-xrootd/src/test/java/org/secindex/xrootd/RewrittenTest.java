package org.secindex.xrootd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.file.SegmentBuilder;
import org.secindex.file.SegmentedIndex;
import org.secindex.file.SegmentedIndex.Handover;
import org.secindex.testkit.XrootdServer;

/** Segments on a real server that are replaced while they are read, or come from elsewhere. */
@Timeout(60)
class RewrittenTest {
  private static final int ENTRIES = 50_000;

  @TempDir Path directory;
  private XrootdServer server;

  @BeforeEach
  void start() throws IOException {
    assertThat(XrootdServer.available()).isEmpty();
    server = XrootdServer.start(directory.resolve("server"));
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private String uri(String grace) {
    return server.url("idx")
        + "?segment-size=64k&compaction=off&connect-timeout=2s&timeout=10s&grace="
        + grace;
  }

  private static SortedEntries entries(int chunk, int first, int count) {
    long[] keys = new long[count];
    int[] chunks = new int[count];
    int[] subs = new int[count];
    Arrays.setAll(keys, i -> (first + i) * 10L);
    Arrays.fill(chunks, chunk);
    Arrays.setAll(subs, i -> i * 7919 & 0xffff);
    return SortedEntries.of(KeyDomain.SIGNED, keys, chunks, subs);
  }

  private SecondaryIndex readerOfTheFirstVersion(String grace) {
    try (SecondaryIndex index = Indexes.create(uri(grace), KeyDomain.SIGNED)) {
      index.load(entries(1, 0, ENTRIES));
    }
    return Indexes.open(uri(grace));
  }

  private void rewriteAll(String grace) {
    try (SecondaryIndex index = Indexes.open(uri(grace), Access.WRITE)) {
      index.update(entries(2, 0, ENTRIES));
      index.compact();
      assertThat(index.find(70).orElseThrow().chunkId()).isEqualTo(2);
    }
  }

  private static void assertAllFromTheFirstVersion(SecondaryIndex reader) {
    long[] keys = new long[ENTRIES];
    Arrays.setAll(keys, i -> i * 10L);
    var answers = reader.findAll(keys);
    for (int i = 0; i < keys.length; i++) {
      assertThat(answers.chunkId(i)).isEqualTo(1);
    }
  }

  @Test
  void whoReadsTheOldVersionCanOpenItsFilesAgainWithinTheGrace() throws IOException {
    try (SecondaryIndex reader = readerOfTheFirstVersion("10m")) {
      rewriteAll("10m");
      assertAllFromTheFirstVersion(reader);
      // All handles are lost with the server; the files must be opened again.
      server.restart();
      assertAllFromTheFirstVersion(reader);
    }
    try (SecondaryIndex now = Indexes.open(uri("10m"))) {
      assertThat(now.find(70).orElseThrow().chunkId()).isEqualTo(2);
      assertThat(now.verify().problems()).isEmpty();
    }
  }

  @Test
  void withoutGraceTheyAreGoneAndThatIsNotTakenForAbsent() throws IOException {
    try (SecondaryIndex reader = readerOfTheFirstVersion("0s")) {
      rewriteAll("0s");
      assertAllFromTheFirstVersion(reader);
      server.restart();
      assertThatThrownBy(() -> reader.find(70)).isInstanceOf(IndexException.class);
    }
  }

  @Test
  void segmentsBuiltHereAreAdoptedThere() throws IOException {
    List<Path> parts = new ArrayList<>();
    parts.addAll(
        SegmentBuilder.build(entries(1, 30_000, 20_000), directory.resolve("b"), 64 << 10));
    parts.addAll(SegmentBuilder.build(entries(1, 0, 30_000), directory.resolve("a"), 64 << 10));
    try (SecondaryIndex created = Indexes.create(uri("10m"), KeyDomain.SIGNED)) {
      SegmentedIndex index = (SegmentedIndex) created;
      assertThat(index.adopt(parts, Handover.MOVE, entries -> {})).isEqualTo(ENTRIES);
      assertThat(index.verify().problems()).isEmpty();
    }
    assertThat(parts).noneMatch(Files::exists);
    try (SecondaryIndex index = Indexes.open(uri("10m"))) {
      assertAllFromTheFirstVersion(index);
    }
  }
}

package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.EntryBatch;
import org.secindex.api.SortedEntries;
import org.secindex.tide.LogBytes.In;

/** Logs made of others, and entries for an index. */
class RewriteTest {
  @TempDir Path directory;

  private static TideReader open(LogBytes log) {
    return TideReader.open(
        TideSource.of("log", ByteBuffer.wrap(log.toBytes())), ReadOptions.DEFAULT);
  }

  private PageReader read(Path file) throws IOException {
    return SoundLog.read(file);
  }

  private static LogBytes first() {
    return new LogBytes()
        .tide()
        .chan(1, "/a")
        .chan(2, "/b")
        .chnk(0, Compression.GZIP, new In(1, 5, "a5"), new In(2, 5, "b5"), new In(1, 5, "a5'"))
        .chnk(1, Compression.NONE, new In(1, 3, "a3"), new In(2, -1, "last of all"));
  }

  @Test
  void filterByChannelAndTime() throws IOException {
    Path out = directory.resolve("out.tide");
    try (TideReader log = open(first())) {
      Rewritten made =
          TideRewrite.filter(
              log, TideQuery.ALL.channel(1).between(4, -1), out, WriteOptions.DEFAULT);
      assertThat(made).isEqualTo(new Rewritten(1, 1, 2, Files.size(out)));
    }
    assertThat(read(out).entries).extracting(Entry::payload).containsExactly("a5", "a5'");
    assertThat(read(out).channels).containsOnlyKeys(1L);
  }

  @Test
  void filterIntoTimeOrder() throws IOException {
    Path out = directory.resolve("out.tide");
    try (TideReader log = open(first())) {
      TideQuery byTime = TideQuery.ALL.order(TideQuery.Order.TIME);
      TideRewrite.filter(log, byTime, out, WriteOptions.DEFAULT);
    }
    assertThat(read(out).entries)
        .extracting(Entry::payload)
        .containsExactly("a3", "a5", "b5", "a5'", "last of all");
  }

  @Test
  void mergeKeepsTheOrderOfEqualTimes() throws IOException {
    LogBytes second =
        new LogBytes()
            .tide()
            .chan(1, "/c")
            .chan(7, "/b")
            .chnk(0, Compression.NONE, new In(7, 5, "B5"), new In(1, 4, "c4"), new In(9, 5, "?"));
    Path out = directory.resolve("out.tide");
    try (TideReader one = open(first());
        TideReader two = open(second)) {
      TideRewrite.merge(List.of(one, two), TideQuery.ALL, out, WriteOptions.DEFAULT);
    }
    PageReader page = read(out);
    assertThat(page.entries)
        .extracting(entry -> entry.channel() + entry.payload())
        .containsExactly("1a3", "3c4", "1a5", "2b5", "1a5'", "2B5", "9?", "2last of all");
    assertThat(page.channels)
        .containsEntry(1L, "/a||||")
        .containsEntry(2L, "/b||||")
        .containsEntry(3L, "/c||||")
        .containsEntry(9L, "channel-9||||");
  }

  /** Channels of one log are never taken for one, however alike their declarations are. */
  @Test
  void channelsThatAreDeclaredAlikeStayApart() throws IOException {
    LogBytes twins =
        new LogBytes()
            .tide()
            .chan(1, "/a")
            .chan(2, "/a")
            .chnk(0, Compression.NONE, new In(2, 1, "two"), new In(1, 2, "one"));
    Path out = directory.resolve("out.tide");
    try (TideReader log = open(twins)) {
      TideRewrite.filter(log, TideQuery.ALL, out, WriteOptions.DEFAULT);
    }
    assertThat(read(out).entries).isEqualTo(twins.entries());
    try (TideReader one = open(twins);
        TideReader two = open(twins)) {
      WriteOptions options = WriteOptions.DEFAULT.replace(true);
      TideRewrite.merge(List.of(one, two), TideQuery.ALL, out, options);
    }
    assertThat(read(out).entries).extracting(Entry::channel).containsExactly(2L, 2L, 1L, 1L);
  }

  @Test
  void channelsThatShareTheLargestId() throws IOException {
    Path out = directory.resolve("out.tide");
    LogBytes a = new LogBytes().tide().chan(-1, "/a").chan(0, "/0");
    LogBytes b = new LogBytes().tide().chan(-1, "/b");
    try (TideReader one = open(a);
        TideReader two = open(b)) {
      TideRewrite.merge(List.of(one, two), TideQuery.ALL, out, WriteOptions.DEFAULT);
    }
    assertThat(read(out).channels)
        .containsEntry(0xffff_ffffL, "/a||||")
        .containsEntry(0L, "/0||||")
        .containsEntry(1L, "/b||||");
  }

  @Test
  void aFailedRewriteLeavesNothing() {
    Path out = directory.resolve("missing").resolve("out.tide");
    try (TideReader log = open(first())) {
      assertThatThrownBy(() -> TideRewrite.filter(log, TideQuery.ALL, out, WriteOptions.DEFAULT))
          .isInstanceOf(TideException.class)
          .hasMessageContaining("cannot be created");
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aChannelForAnIndex() {
    try (TideReader log = open(first())) {
      ChannelEntries channel = ChannelEntries.read(log, 1);
      assertThat(channel.rows()).isEqualTo(3);
      assertThat(channel.repeats()).isEqualTo(1);
      EntryBatch batch = new EntryBatch();
      SortedEntries entries = channel.entries();
      assertThat(entries.read(batch)).isTrue();
      assertThat(batch.size()).isEqualTo(2);
      assertThat(batch.keys).startsWith(3, 5);
      assertThat(batch.chunkIds).startsWith(1, 0);
      assertThat(batch.subChunkIds).startsWith(0, 0);
      assertThat(entries.read(batch)).isFalse();
      assertThat(ChannelEntries.read(log, 2).entries().read(batch)).isTrue();
      assertThat(batch.keys).startsWith(5, -1);
    }
  }

  @Test
  void anIndexCannotHoldLargeChunkIds() {
    LogBytes log =
        new LogBytes().tide().chan(0, "/a").chnk(-1, Compression.NONE, new In(0, 3, "a"));
    try (TideReader reader = open(log)) {
      assertThatThrownBy(() -> ChannelEntries.read(reader, 0))
          .isInstanceOf(TideException.class)
          .hasMessageContaining("timestamp 3: chunk 4294967295, offset 0");
    }
  }
}

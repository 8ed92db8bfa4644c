package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.Durability;
import org.secindex.testkit.Seed;

/** Logs that are larger than the buffers, and files beyond 32 bits. */
class LargeLogTest {
  private static final int ENTRIES = 60_000;

  @TempDir Path directory;

  /** Mostly small, some beyond what is read at once, a few that are passed over by seeking. */
  private static int sizeOf(long entry) {
    if (entry % 9_973 == 5) {
      return 700_000;
    }
    return entry % 997 == 3 ? 70_000 : (int) (entry * 31 % 300);
  }

  private static byte byteOf(long entry, int i) {
    return (byte) (((entry * 1_000_003 + i) * 0x9e3779b97f4a7c15L) >>> 56);
  }

  private static ByteBuffer payloadOf(long entry) {
    byte[] payload = new byte[sizeOf(entry)];
    for (int i = 0; i < payload.length; i++) {
      payload[i] = byteOf(entry, i);
    }
    return ByteBuffer.wrap(payload);
  }

  private Path write(Compression compression, long chunkBytes, int entries) {
    Path file = directory.resolve("large.tide");
    WriteOptions options =
        WriteOptions.DEFAULT
            .compression(compression)
            .chunkBytes(chunkBytes)
            .durability(Durability.RELAXED);
    try (TideWriter writer = TideWriter.create(file, options)) {
      writer.addChannel("/a", "");
      writer.addChannel("/b", "");
      for (long entry = 0; entry < entries; entry++) {
        writer.write(entry & 1, entry / 2, payloadOf(entry));
      }
    }
    return file;
  }

  private static void check(TideCursor cursor, long entry, boolean looksAtPayload) {
    boolean right =
        cursor.channelId() == (entry & 1)
            && cursor.timestamp() == entry / 2
            && cursor.size() == sizeOf(entry);
    if (!right || (looksAtPayload && !cursor.payload().equals(payloadOf(entry)))) {
      throw new AssertionError(
          "entry " + entry + " is at " + cursor.chunkId() + "+" + cursor.offset());
    }
  }

  private static void move(TideCursor cursor) {
    if (!cursor.next()) {
      throw new AssertionError("ends too soon");
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void everyEntryInEveryWay(Compression compression) {
    SplittableRandom random = Seed.forTest("LargeLogTest").random();
    // bzip2 is slow, here as everywhere.
    int entries = compression == Compression.BZIP2 ? ENTRIES / 8 : ENTRIES;
    // Beyond what is kept of a decompressed chunk.
    Path file = write(compression, 12 << 20, entries);
    long[] chunkIds = new long[entries];
    long[] offsets = new long[entries];
    try (TideReader reader = TideReader.open(file)) {
      assertThat(reader.chunks()).isNotEmpty();
      for (int looks : new int[] {0, 1, 7}) {
        try (TideCursor cursor = reader.scan()) {
          for (int entry = 0; entry < entries; entry++) {
            move(cursor);
            check(cursor, entry, looks > 0 && entry % looks == 0);
            chunkIds[entry] = cursor.chunkId();
            offsets[entry] = cursor.offset();
          }
          assertThat(cursor.next()).isFalse();
        }
      }
      try (TideCursor cursor = reader.entries(TideQuery.ALL.order(TideQuery.Order.TIME))) {
        for (long entry = 0; entry < entries; entry++) {
          move(cursor);
          check(cursor, entry, entry % 11 == 0);
        }
        assertThat(cursor.next()).isFalse();
      }
      try (EntryLookup lookup = reader.lookup()) {
        for (int i = 0; i < 5; i++) {
          int entry = random.nextInt(entries);
          TideCursor cursor = lookup.at(chunkIds[entry], offsets[entry]);
          check(cursor, entry, true);
          assertThat(cursor.next()).isFalse();
        }
      }
    }
  }

  /** A sparse file: an entry of 2 GiB, one of almost 4 GiB, and others behind them. */
  @Test
  void beyond32Bits() throws IOException {
    Path file = directory.resolve("sparse.tide");
    long two = 1L << 31;
    long four = (1L << 32) - 1;
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      long entries = 3 * 16 + two + four + 4;
      channel.write(ByteBuffer.wrap(new LogBytes().tide().chan(0, "/a").toBytes()));
      put(channel, LogBytes.le("CHNK", 25 + entries, 0, 3, 1L, 3L, (byte) 0));
      put(channel, LogBytes.le(0, 1L, (int) two));
      channel.position(channel.position() + two);
      put(channel, LogBytes.le(0, 2L, (int) four));
      channel.position(channel.position() + four);
      put(channel, LogBytes.le(0, 3L, 4, "last"));
    }
    try (TideReader reader = TideReader.open(file)) {
      try (TideCursor cursor = reader.scan()) {
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.size()).isEqualTo(two);
        assertThatThrownBy(cursor::payload)
            .isInstanceOf(TideException.class)
            .hasMessageContaining("too many for one buffer");
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.size()).isEqualTo(four);
        assertThat(cursor.next()).isTrue();
        assertThat(Entry.at(cursor)).isEqualTo(new Entry(0, 3, 0, 32 + two + four, "last"));
        assertThat(cursor.next()).isFalse();
      }
      assertThat(Entry.at(reader, 0, 32 + two + four).time()).isEqualTo(3);
      assertThatThrownBy(() -> ChannelEntries.read(reader, 0))
          .isInstanceOf(TideException.class)
          .hasMessageContaining("offset " + (16 + two))
          .hasMessageContaining("below 2^31");
    }
  }

  private static void put(FileChannel channel, byte[] bytes) throws IOException {
    channel.write(ByteBuffer.wrap(bytes));
  }

  @Test
  void aLargePayloadIsWrittenPieceByPiece() throws IOException {
    Path file = write(Compression.NONE, 1 << 20, ENTRIES);
    Path out = directory.resolve("payload");
    try (TideReader reader = TideReader.open(file);
        TideCursor cursor = reader.scan()) {
      for (int entry = 0; entry <= 5; entry++) {
        assertThat(cursor.next()).isTrue();
      }
      try (OutputStream to = Files.newOutputStream(out)) {
        cursor.writePayload(Channels.newChannel(to));
      }
      assertThat(ByteBuffer.wrap(Files.readAllBytes(out))).isEqualTo(payloadOf(5));
      assertThat(cursor.next()).isTrue();
      check(cursor, 6, true);
    }
  }

  @Test
  void aStreamIsSpooled() throws IOException {
    Path file = write(Compression.NONE, 1 << 20, ENTRIES);
    try (TideSource source = TideSource.spool("-", Files.newInputStream(file))) {
      assertThat(source.size()).isEqualTo(Files.size(file));
      assertThat(TideRepair.doctor(source, ReadOptions.DEFAULT).entries()).isEqualTo(ENTRIES);
    }
  }

  @Test
  void aLogThatBecomesShorterIsSaid() throws IOException {
    Path file = write(Compression.NONE, 1 << 20, ENTRIES);
    try (TideReader reader = TideReader.open(file);
        TideCursor cursor = reader.scan();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      assertThat(cursor.next()).isTrue();
      channel.truncate(3_000_000);
      assertThatThrownBy(
              () -> {
                while (cursor.next()) {
                  assertThat(cursor.size()).isNotNegative();
                }
              })
          .isInstanceOf(TideException.class)
          .hasMessageContaining("is somebody writing it anew?");
    }
  }
}

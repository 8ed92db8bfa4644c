package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.tide.LogBytes.In;

/** What whatever makes a log of another has to keep. */
class KeptTest {
  @TempDir Path directory;

  private Path out() {
    return directory.resolve("out.tide");
  }

  private PageReader make(Maker maker, LogBytes log) throws IOException {
    maker.make(Files.write(directory.resolve("in.tide"), log.toBytes()), out());
    return SoundLog.read(out());
  }

  private TideReader openByIndex() {
    return TideReader.open(TideSource.open(out()), ReadOptions.DEFAULT.policy(IndexPolicy.REQUIRE));
  }

  private static List<String> payloads(List<Entry> entries, long time) {
    return entries.stream().filter(e -> e.time() == time).map(Entry::payload).toList();
  }

  @ParameterizedTest
  @EnumSource
  void theWritingOrderOfEqualTimes(Maker maker) throws IOException {
    LogBytes log =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .chan(1, "/b")
            .chnk(
                0,
                Compression.NONE,
                new In(0, 5, "first"),
                new In(1, 5, "second"),
                new In(0, 3, "of three"),
                new In(0, 5, "third"))
            .chnk(1, Compression.GZIP, new In(1, 5, "fourth"), new In(0, 5, "fifth"))
            .chnk(2, Compression.BZIP2, new In(1, 3, "of three, too"), new In(0, 5, "last"));
    PageReader made = make(maker, log);
    for (long time : new long[] {3, 5}) {
      assertThat(payloads(made.entries, time)).isEqualTo(payloads(log.entries(), time));
    }
    try (TideReader reader = openByIndex()) {
      assertThat(Entry.all(reader.entries(TideQuery.ALL.order(TideQuery.Order.TIME))))
          .extracting(Entry::payload)
          .containsExactly(
              "of three", "of three, too", "first", "second", "third", "fourth", "fifth", "last");
    }
  }

  /** They are most likely UTF-8, but nobody has to. */
  @ParameterizedTest
  @EnumSource
  void textsByteForByte(Maker maker) throws IOException {
    byte[] name = {(byte) 0xff, (byte) 0xc3, '('};
    byte[] type = {(byte) 0x80};
    byte[] channel = LogBytes.le("CHAN", 26L, 4, (byte) 3, name, 1, type, 0, 1, new byte[1], 0);
    LogBytes log =
        new LogBytes().tide().raw(channel).chnk(0, Compression.NONE, new In(4, 1, "\u00fe"));
    PageReader made = make(maker, log);
    assertThat(made.channels).containsOnly(Map.entry(4L, "\u00ff\u00c3(|\u0080||\0|"));
    assertThat(made.entries).isEqualTo(log.entries());
  }

  /** After that some readers of other logs fail. */
  @ParameterizedTest
  @EnumSource
  void channelsWithoutEntries(Maker maker) throws IOException {
    LogBytes log =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .chan(1, "/empty")
            .chnk(0, 0, 0, 0, Compression.NONE, new byte[0]);
    for (int entries = 0; entries < 2; entries++) {
      assertThat(make(maker, log).channels).containsOnlyKeys(0L, 1L);
      try (TideReader reader = openByIndex()) {
        assertThat(reader.summaries(false))
            .extracting(ChannelSummary::entries)
            .containsExactly((long) entries, 0L);
      }
      log.chnk(1, Compression.NONE, new In(0, 5, "a"));
    }
  }
}

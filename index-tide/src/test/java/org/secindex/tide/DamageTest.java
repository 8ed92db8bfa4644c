package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.tide.LogBytes.Placed;

/** Logs cut at every byte, and with every byte changed: nothing is lost or made up. */
class DamageTest {
  private static final int HEADER = 22;
  private static final int[] CHANGES = {0x01, 0x02, 0x10, 0x40, 0x80, 0xff};

  @TempDir Path directory;
  private int recoveries;

  private static TideSource source(byte[] log) {
    return new TricklingSource(log, 7);
  }

  private static List<Entry> read(byte[] log) {
    try (TideReader reader = TideReader.open(source(log), ReadOptions.DEFAULT)) {
      // All ways to read must end, whatever they find.
      List<Entry> byTime = Entry.all(reader.entries(TideQuery.ALL.order(TideQuery.Order.TIME)));
      assertThat(byTime).isSortedAccordingTo((a, b) -> Long.compareUnsigned(a.time(), b.time()));
      reader.summaries(false);
      return Entry.all(reader.scan());
    }
  }

  /** Recovers, reads what came out with the independent reader, and recovers some of them again. */
  private List<Entry> recover(byte[] log) throws IOException {
    Path once = directory.resolve("once.tide");
    Path twice = directory.resolve("twice.tide");
    TideRepair.recover(source(log), once, true, ReadOptions.DEFAULT);
    byte[] recovered = Files.readAllBytes(once);
    if (recoveries++ % 4 == 0) {
      Recovery again = TideRepair.recover(source(recovered), twice, true, ReadOptions.DEFAULT);
      assertThat(again.isLossy()).isFalse();
      assertThat(Files.mismatch(once, twice)).isEqualTo(-1);
    }
    return SoundLog.read(recovered).entries;
  }

  @ParameterizedTest
  @EnumSource(SampleLogs.class)
  void undamaged(SampleLogs sample) throws IOException {
    LogBytes log = sample.make();
    assertThat(read(log.toBytes())).isEqualTo(log.entries());
    assertThat(recover(log.toBytes())).isEqualTo(log.entries());
  }

  @ParameterizedTest
  @EnumSource(SampleLogs.class)
  void cutAtEveryByte(SampleLogs sample) throws IOException {
    LogBytes log = sample.make();
    byte[] whole = log.toBytes();
    for (int length = HEADER; length < whole.length; length++) {
      int cut = length;
      byte[] log1 = Arrays.copyOf(whole, length);
      List<Entry> left =
          log.placed().stream().filter(placed -> placed.end() <= cut).map(Placed::entry).toList();
      List<Entry> read = read(log1);
      if (!left.isEmpty()) {
        assertThat(read).as("cut at %d", cut).containsSubsequence(left);
      }
      assertThat(log.entries()).as("cut at %d", cut).containsAll(read);
      List<Entry> recovered = recover(log1);
      assertThat(recovered).as("cut at %d, recovered", cut).isEqualTo(read);
    }
  }

  @ParameterizedTest
  @EnumSource(SampleLogs.class)
  void anyByteChangedAndRead(SampleLogs sample) {
    LogBytes log = sample.make();
    byte[] bytes = log.toBytes();
    for (int at = 0; at < bytes.length; at++) {
      for (int change : CHANGES) {
        bytes[at] ^= (byte) change;
        try {
          check(log.placed(), at, change, read(bytes));
        } catch (TideException e) {
          // The first block is wrong: that is said instead of reading on.
          assertThat(at).as(e.getMessage()).isLessThan(HEADER);
        }
        bytes[at] ^= (byte) change;
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SampleLogs.class)
  void anyByteChangedAndRecovered(SampleLogs sample) throws IOException {
    LogBytes log = sample.make();
    byte[] bytes = log.toBytes();
    for (int at = 0; at < bytes.length; at++) {
      int change = CHANGES[at % CHANGES.length];
      if (at == HEADER - 10) {
        // The version is kept as it is, and the independent reader knows only two.
        change = 1;
      }
      bytes[at] ^= (byte) change;
      if (at != HEADER - 9) {
        check(log.placed(), at, change, recover(bytes));
      }
      bytes[at] ^= (byte) change;
    }
  }

  /** Every entry of blocks without the changed byte is there, and none that never was. */
  private static void check(List<Placed> placed, int at, int change, List<Entry> found) {
    String where = "byte " + at + " ^ " + change;
    List<Entry> undamaged = new ArrayList<>();
    for (Placed p : placed) {
      if (at < p.blockStart() || at >= p.blockEnd()) {
        undamaged.add(p.entry());
      }
    }
    if (!undamaged.isEmpty()) {
      assertThat(found).as(where).containsSubsequence(undamaged);
    }
    for (Entry entry : found) {
      assertThat(placed).as(where + ": " + entry).anyMatch(p -> mayBe(entry, p, at));
    }
    assertThat(found).as(where).doesNotHaveDuplicates();
  }

  /** Whether an entry is the placed one, but for the changed byte. */
  private static boolean mayBe(Entry entry, Placed placed, int at) {
    Entry right = placed.entry();
    if (entry.equals(right)) {
      return true;
    }
    boolean inHeader = at >= placed.blockStart() && at < placed.blockStart() + 37;
    boolean inEntry = at >= placed.start() && at < placed.end();
    return entry.offset() == right.offset()
        && (inHeader
            ? entry.time() == right.time() && entry.payload().equals(right.payload())
            : inEntry && entry.chunk() == right.chunk());
  }
}

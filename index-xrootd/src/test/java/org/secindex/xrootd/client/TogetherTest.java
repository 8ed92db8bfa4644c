package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/**
 * What a batch puts on the wire of a cluster: one vector read for each segment, all of them in
 * flight before the first is answered, whatever server they are for.
 */
@Timeout(60)
class TogetherTest {
  private static final int ENTRIES = 200_000;

  @TempDir Path directory;

  /** The files, in an order that gives each its handle. */
  private final List<Path> files = new ArrayList<>();

  private record Held(FakeServer.Connection connection, FakeServer.Asked asked, int server) {}

  /** Vector reads that were not answered yet. */
  private final List<Held> held = new ArrayList<>();

  private final int[] reads = new int[2];
  private int segments;

  @Test
  void allVectorReadsAreInFlightTogether() throws IOException {
    makeIndex();
    try (FakeServer first = new FakeServer((c, a) -> serve(c, a, 0));
        FakeServer second = new FakeServer((c, a) -> serve(c, a, 1));
        FakeServer manager = new FakeServer((c, a) -> redirect(c, a, first, second))) {
      manager.flags = Wire.IS_MANAGER;
      try (SecondaryIndex index =
          Indexes.open("root://127.0.0.1:" + manager.port() + "//idx?timeout=10s")) {
        long[] keys = new long[60];
        Arrays.setAll(keys, i -> 10L * i * (ENTRIES / keys.length));
        Lookup found = index.findAll(keys);
        for (int i = 0; i < keys.length; i++) {
          assertThat(found.chunkId(i)).isEqualTo((int) (keys[i] / 1000));
        }
      }
      assertThat(reads[0] + reads[1]).isEqualTo(segments);
      assertThat(Math.abs(reads[0] - reads[1])).isLessThanOrEqualTo(1);
      assertThat(first.connections()).isEqualTo(1);
      assertThat(second.connections()).isEqualTo(1);
    }
  }

  private void makeIndex() throws IOException {
    Path place = directory.resolve("idx");
    long[] keys = new long[ENTRIES];
    Arrays.setAll(keys, i -> i * 10L);
    int[] chunks = Arrays.stream(keys).mapToInt(key -> (int) (key / 1000)).toArray();
    int[] subChunks = Arrays.stream(keys).mapToInt(key -> (int) (key * 7919) & 0xffff).toArray();
    try (SecondaryIndex index =
        Indexes.create("file:" + place + "?segment-size=64k", KeyDomain.SIGNED)) {
      index.load(SortedEntries.of(KeyDomain.SIGNED, keys, chunks, subChunks));
    }
    try (Stream<Path> all = Files.list(place)) {
      files.addAll(all.sorted().toList());
    }
    segments = (int) files.stream().filter(TogetherTest::isSegment).count();
    assertThat(segments).isGreaterThan(4);
  }

  private static boolean isSegment(Path file) {
    return String.valueOf(file.getFileName()).startsWith("segment-");
  }

  private int handle(String path) {
    for (int i = 0; i < files.size(); i++) {
      if (path.equals("/idx/" + files.get(i).getFileName())) {
        return i;
      }
    }
    throw new AssertionError("nobody should ask for " + path);
  }

  /** Files go to the servers in turn. */
  private void redirect(
      FakeServer.Connection c, FakeServer.Asked a, FakeServer first, FakeServer second)
      throws IOException {
    if (a.code() == Wire.LOCATE) {
      String both = "Sw[::127.0.0.1]:" + first.port() + " Sw[::127.0.0.1]:" + second.port() + "\0";
      c.ok(a, FakeServer.bytes(both));
    } else {
      FakeServer holder = handle(a.text()) % 2 == 0 ? first : second;
      c.redirect(a, holder.port(), "127.0.0.1");
    }
  }

  private void serve(FakeServer.Connection c, FakeServer.Asked a, int server) throws IOException {
    switch (a.code()) {
      case Wire.STAT -> c.ok(a, FakeServer.bytes("1 4096 51 1000\0"));
      case Wire.DIRLIST -> {
        StringBuilder listing = new StringBuilder(".\n0 0 0 0");
        for (int i = server; i < files.size(); i += 2) {
          listing.append('\n').append(files.get(i).getFileName()).append("\n1 1 48 1000");
        }
        c.ok(a, FakeServer.bytes(listing + "\0"));
      }
      case Wire.OPEN -> {
        int handle = handle(a.text());
        c.opened(a, handle, Files.size(files.get(handle)), 1000);
      }
      case Wire.READ -> {
        ByteBuffer p = a.parameters();
        c.ok(a, bytes(p.getInt(0), p.getLong(4), p.getInt(12)));
      }
      case Wire.QUERY -> c.ok(a, FakeServer.bytes("1024\n2097136\n"));
      case Wire.READV -> hold(new Held(c, a, server));
      default -> c.ok(a);
    }
  }

  private byte[] bytes(int handle, long offset, int length) throws IOException {
    ByteBuffer b = ByteBuffer.allocate(length);
    try (FileChannel file = FileChannel.open(files.get(handle))) {
      while (b.hasRemaining() && file.read(b, offset + b.position()) > 0) {}
    }
    return Arrays.copyOf(b.array(), b.position());
  }

  /** None is answered before there is one for each segment. */
  private synchronized void hold(Held read) throws IOException {
    held.add(read);
    reads[read.server()]++;
    if (held.size() < segments) {
      return;
    }
    for (Held each : held) {
      List<byte[]> answer = new ArrayList<>();
      for (ByteBuffer e = each.asked().payload().duplicate(); e.hasRemaining(); ) {
        byte[] header = new byte[16];
        e.get(header);
        ByteBuffer h = ByteBuffer.wrap(header);
        answer.add(header);
        answer.add(bytes(h.getInt(0), h.getLong(8), h.getInt(4)));
      }
      each.connection().ok(each.asked(), answer.toArray(byte[][]::new));
    }
  }
}

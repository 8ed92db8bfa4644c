package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexFormatTooNewException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;
import org.secindex.testkit.Seed;

class ManifestTest {
  private static final String FILE = "/index/manifest-5";

  private static final Manifest MANIFEST =
      new Manifest(
          5,
          KeyDomain.UNSIGNED,
          IndexState.READY,
          List.of(
              List.of(
                  new SegmentInfo("segment-3-0", Long.MIN_VALUE, -7, 40, 0, 300, 0x1234),
                  new SegmentInfo("segment-3-1", 0, Long.MAX_VALUE, 50, 0, 400, -1)),
              List.of(new SegmentInfo("segment-5-0", 3, 3, 1, 1, 200, 5))),
          List.of(new RetiredSegment("segment-4-0", 210, 1_764_513_021_000L)));

  private static Manifest decode(byte[] content) {
    return Manifest.decode(content, FILE, 5);
  }

  /** Makes the checksums of a tampered manifest right. */
  private static byte[] sealed(byte[] content) {
    ByteBuffer buffer = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(16, Preamble.crc(buffer, 0, 16));
    buffer.putInt(content.length - 4, Preamble.crc(buffer, 0, content.length - 4));
    return content;
  }

  @Test
  void isReadAsItWasWritten() {
    assertThat(decode(MANIFEST.encode())).isEqualTo(MANIFEST);
  }

  @Test
  void hasTheBytesOfVersion1() {
    assertThat(HexFormat.of().formatHex(MANIFEST.encode()))
        .isEqualTo(
            "534543584d414e0a0100000001000000ee4227b9"
                + "05000000000000000202000000020000000b007365676d656e742d332d30"
                + "0000000000000080f9ffffffffffffff28000000000000000000000000000000"
                + "2c0100000000000034120000000000000b007365676d656e742d332d31"
                + "0000000000000000ffffffffffffff7f32000000000000000000000000000000"
                + "9001000000000000ffffffffffffffff010000000b007365676d656e742d352d30"
                + "0300000000000000030000000000000001000000000000000100000000000000"
                + "c8000000000000000500000000000000"
                + "010000000b007365676d656e742d342d30d20000000000000048fc2bd59a010000"
                + "29beef64");
  }

  @Test
  void otherVersionsAreRefused() {
    byte[] content = MANIFEST.encode();
    content[8] = 0;
    assertThatThrownBy(() -> decode(sealed(content)))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageStartingWith(FILE + ":8: format version 0")
        .hasMessageContaining("load it again");
    content[8] = 2;
    assertThatThrownBy(() -> decode(sealed(content)))
        .isInstanceOf(IndexFormatTooNewException.class)
        .hasMessageContaining("format version 2 is newer than 1");
  }

  @Test
  void noSegmentMayBeThereTwice() {
    Manifest twice =
        new Manifest(
            5,
            KeyDomain.SIGNED,
            IndexState.READY,
            List.of(List.of(new SegmentInfo("segment-4-0", 0, 9, 40, 0, 300, 1))),
            MANIFEST.retired());
    assertThatThrownBy(() -> decode(twice.encode())).isInstanceOf(CorruptIndexException.class);
  }

  /** However wild the content: it is refused, or is a manifest that can be written again. */
  @Test
  void wildManifestsAreRefusedOrHarmless() {
    Seed seed = Seed.forTest("wildManifestsAreRefusedOrHarmless");
    SplittableRandom random = seed.random();
    byte[] original = MANIFEST.encode();
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      int length = random.nextInt(4) == 0 ? random.nextInt(24, 400) : original.length;
      byte[] wild = Arrays.copyOf(original, length);
      int at = random.nextInt(16, length);
      wild[at] = (byte) random.nextInt();
      wild[(at + 1) % length] = (byte) random.nextInt(-1, 1);
      try {
        byte[] content = sealed(wild);
        assertThat(decode(content).encode()).isEqualTo(content);
      } catch (CorruptIndexException e) {
        assertThat(e).hasMessageStartingWith(FILE + ":");
        refused++;
      } catch (RuntimeException e) {
        throw new AssertionError("-Dsecindex.seed=" + seed.value() + ", try " + i, e);
      }
    }
    assertThat(refused).isGreaterThan(5_000);
  }
}

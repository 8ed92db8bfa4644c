package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.ingest.Inputs.TSV;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;

/** R34, for every codec: compressed input is read whole, or refused. */
class ArchiveTest {
  private static final IngestOptions ALONE = TSV.withThreads(1);

  @TempDir private Path dir;

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static List<String> rows(byte[] bytes) {
    return Inputs.rows(new ByteArrayInputStream(bytes), ALONE);
  }

  private static String suffix(Codec codec) {
    return codec == Codec.GZIP ? ".gz" : codec == Codec.ZSTD ? ".zst" : ".bz2";
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void readsOneStreamAndSeveral(Codec codec) throws IOException {
    byte[] one = Inputs.compress(codec, "\u00EF\u00BB\u00BF5\t6\t7\n");
    assertThat(rows(one)).containsExactly("5:6:7");
    byte[] cutInARow =
        join(
            one,
            Inputs.compress(codec, ""),
            Inputs.compress(codec, "8\t6"),
            Inputs.compress(codec, "\t7\n"));
    assertThat(rows(cutInARow)).containsExactly("5:6:7", "8:6:7");
    assertThat(rows(Inputs.compress(codec, ""))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void readsStreamsLargerThanAllBuffers(Codec codec) {
    byte[] one = Inputs.compress(codec, manyRows(100_000));
    InputStream inPieces =
        new ByteArrayInputStream(join(one, one)) {
          private final Random random = new Random(5);

          @Override
          public int read(byte[] b, int offset, int length) {
            return super.read(b, offset, Math.min(length, 1 + random.nextInt(3000)));
          }
        };
    assertThat(Inputs.rows(inPieces, TSV)).hasSize(200_000);
  }

  private static String manyRows(int count) {
    Random random = new Random(6);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(random.nextLong()).append("\t").append(i).append("\t1\n");
    }
    return text.toString();
  }

  /** What is in the rows before the cut may come; but never an end as if that was all. */
  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void refusesAFileCutAnywhere(Codec codec) throws IOException {
    byte[] first = Inputs.compress(codec, "5\t6\t7\n8\t6\t7\n");
    byte[] whole = join(first, Inputs.compress(codec, "9\t6\t7\n10\t6\t7\n"));
    String name = "cut.tsv" + suffix(codec);
    for (int length = 0; length < whole.length; length++) {
      if (length == first.length) {
        // A cut between streams leaves a complete file; nothing in it tells that there was more.
        continue;
      }
      Path cut = Files.write(dir.resolve(name), Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> Ingest.read(List.of(cut.toString()), ALONE))
          .as("cut to %d of %d bytes", length, whole.length)
          .isInstanceOf(MalformedInputException.class)
          .hasMessageStartingWith(cut + ": ")
          .hasMessageMatching(
              length == 0 ? ".*: an empty compressed file" : "(?s).*(cut|not a gzip file).*");
    }
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void refusesGarbageBehindTheEnd(Codec codec) {
    byte[] whole = Inputs.compress(codec, "5\t6\t7\n");
    for (String garbage : List.of("abcde", "\u0000", "\u001Fx", "5\t6\t7\n", "BZh", "(\u00B5")) {
      assertThatThrownBy(() -> rows(join(whole, Inputs.bytes(garbage))))
          .as(garbage)
          .isInstanceOf(MalformedInputException.class)
          .hasMessageContaining("(after 1 row)");
    }
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void refusesWhatIsNotWhatItsNameSays(Codec codec) {
    String file = Inputs.file(dir, "a.tsv" + suffix(codec), "5\t6\t7\n");
    assertThatThrownBy(() -> Ingest.read(List.of(file), TSV))
        .isInstanceOf(MalformedInputException.class)
        .hasMessageStartingWith(file + ": ");
  }

  /** Damage is never a bad row: it cannot be diverted. */
  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void damageIsNoBadRow(Codec codec) throws IOException {
    byte[] whole = Inputs.compress(codec, manyRows(50_000));
    Path cut = dir.resolve("a.tsv" + suffix(codec));
    Files.write(cut, Arrays.copyOf(whole, whole.length * 6 / 10));
    IngestOptions tolerant = TSV.withBadRows(new BadRows(dir.resolve("bad"), 1_000_000));
    assertThatThrownBy(() -> Ingest.read(List.of(cut.toString()), tolerant))
        .isInstanceOf(MalformedInputException.class)
        .hasMessageMatching("(?s).*cut.*");
    assertThat(dir.resolve("bad")).isEmptyFile();
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void throwsNothingButItsOwnForAnyDamage(Codec codec) {
    byte[] whole = Inputs.compress(codec, manyRows(40));
    List<String> content = rows(whole);
    int refused = 0;
    for (int i = 0; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= (byte) (1 << i % 8);
      try {
        assertThat(rows(damaged)).as("byte %d", i).isEqualTo(content);
      } catch (IndexException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(whole.length / 2);
  }

  @Test
  void readsSkippableFrames() {
    byte[] skippable = {0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3};
    byte[] frame = Inputs.compress(Codec.ZSTD, "5\t6\t7\n");
    assertThat(rows(join(skippable, frame, skippable, frame))).containsExactly("5:6:7", "5:6:7");
    byte[] cut = Arrays.copyOf(skippable, skippable.length - 1);
    assertThatThrownBy(() -> rows(join(frame, cut))).isInstanceOf(MalformedInputException.class);
  }

  /** A frame of one raw block, made by hand; its second byte behind the magic is the window. */
  @Test
  void refusesAWindowThatTakesTooMuchMemory() {
    byte[] text = Inputs.bytes("5\t6\t7\n");
    byte[] start = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, (byte) ((27 - 10) << 3)};
    byte[] lastRawBlock = {(byte) (text.length << 3 | 1), 0, 0};
    assertThat(rows(join(start, lastRawBlock, text))).containsExactly("5:6:7");
    start[5] = (byte) ((28 - 10) << 3);
    assertThatThrownBy(() -> rows(join(start, lastRawBlock, text)))
        .isInstanceOf(MalformedInputException.class)
        .hasMessageContaining("too much memory");
  }

  /** Gigabytes of nothing in a few kilobytes: a row without end, found out in bounded memory. */
  @ParameterizedTest
  @EnumSource(
      value = Codec.class,
      names = {"GZIP", "ZSTD"})
  void refusesABomb(Codec codec) throws IOException {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (OutputStream out = codec.compress(bomb)) {
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 200; i++) {
        out.write(zeros);
      }
    }
    assertThatThrownBy(() -> rows(bomb.toByteArray())).hasMessageContaining("more than 16 MiB");
  }

  @Test
  void aTextMayBeginAsAnArchiveDoes() {
    IngestOptions last = ALONE.withColumns(ColumnSpec.keysOnly(Column.numbered(2)));
    for (String start : List.of("BZh9", "BZh", "B", "(", "Z", "BZh91AY&SX", "\u001F\u008A", "")) {
      assertThat(Inputs.rows(start + "\t5\n", last)).as(start).containsExactly("5:0:0");
    }
  }

  /** Binary records may begin with any bytes: only the name tells. */
  @Test
  void binaryIsCompressedByNameOnly() throws IOException {
    byte[] record = {0x1f, (byte) 0x8b, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3};
    String key = Long.toString(0x1f8b000000000001L);
    Path plain = Files.write(dir.resolve("a.bin"), record);
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (OutputStream out = Codec.BZIP2.compress(zipped)) {
      out.write(record);
    }
    Path packed = Files.write(dir.resolve("b.bin.bz2"), zipped.toByteArray());
    IngestOptions byName = IngestOptions.defaults(ALONE.domain());
    for (Path file : List.of(plain, packed)) {
      try (EntrySource rows =
          Ingest.rows(
              List.of(file.toString()),
              byName,
              InputStream.nullInputStream(),
              IngestProgress.NONE)) {
        EntryBatch batch = new EntryBatch();
        assertThat(rows.read(batch)).isTrue();
        assertThat(Long.toString(batch.keys[0])).isEqualTo(key);
      }
    }
  }
}

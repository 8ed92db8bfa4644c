package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.ingest.Inputs.TSV;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** R34: compressed input is read whole, or refused. */
class GzipTest {
  private static byte[] gzip(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(Inputs.bytes(text));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static List<String> rows(byte[] bytes) {
    return Inputs.rows(new ByteArrayInputStream(bytes), TSV);
  }

  @Test
  void readsAllPartsOfAHeader() {
    byte[] plain = gzip("5\t6\t7\n");
    byte[] header = Arrays.copyOf(plain, 10);
    header[3] = 2 | 4 | 8 | 16;
    byte[] extra = {3, 0, 1, 2, 3};
    byte[] name = Inputs.bytes("a.tsv\u0000");
    byte[] comment = Inputs.bytes("made by hand\u0000");
    byte[] headerCrc = {0, 0};
    byte[] body = Arrays.copyOfRange(plain, 10, plain.length);
    assertThat(rows(join(header, extra, name, comment, headerCrc, body))).containsExactly("5:6:7");
  }

  @Test
  void refusesAFileCutAnywhere() {
    byte[] whole = gzip("5\t6\t7\n8\t6\t7\n");
    for (int length = 2; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> rows(cut))
          .as("cut to %d bytes", length)
          .isInstanceOf(MalformedInputException.class)
          .hasMessageContaining("the compressed file is cut");
    }
  }

  @Test
  void refusesAnyChangedByteThatMatters() {
    byte[] whole = gzip("5\t6\t7\n8\t6\t7\n9\t6\t7\n");
    int refused = 0;
    // Bytes 4 to 9 of the header (time, flags, system) mean nothing for the content.
    for (int i = 10; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= 0x10;
      try {
        // A deflated block ends within a byte, whose other bits mean nothing.
        assertThat(rows(damaged)).as("byte %d", i).containsExactly("5:6:7", "8:6:7", "9:6:7");
      } catch (MalformedInputException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThanOrEqualTo(whole.length - 11);
  }

  @Test
  void saysAfterHowManyRowsACutFileEnds() {
    StringBuilder text = new StringBuilder();
    CRC32 noise = new CRC32();
    for (int i = 0; i < 100_000; i++) {
      noise.update(i);
      text.append(noise.getValue()).append("\t6\t7\n");
    }
    byte[] whole = gzip(text.toString());
    byte[] cut = Arrays.copyOf(whole, whole.length * 6 / 10);
    assertThatThrownBy(() -> rows(cut)).hasMessageMatching("-: .* is cut \\(after \\d{5} rows\\)");
  }
}

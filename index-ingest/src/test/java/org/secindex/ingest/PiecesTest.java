package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.ingest.Inputs.TSV;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;

/** Where the buffer ends does not matter. */
class PiecesTest {
  /** Gives as many bytes at a time as it is told. */
  private static final class InPieces extends FilterInputStream {
    private final IntUnaryOperator piece;

    InPieces(byte[] bytes, IntUnaryOperator piece) {
      super(new ByteArrayInputStream(bytes));
      this.piece = piece;
    }

    @Override
    public int read(byte[] b, int offset, int length) throws IOException {
      return super.read(b, offset, Math.max(1, Math.min(length, piece.applyAsInt(length))));
    }
  }

  @Test
  void readsRowsInPiecesOfAnySize() {
    long seed = Seed.ofThisRun();
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      long key = random.nextLong();
      text.append(key).append("\t5\t").append(i).append('\t');
      int length = random.nextInt(10) == 0 ? random.nextInt(100_000) : random.nextInt(20);
      for (int k = 0; k < length; k++) {
        text.append(random.nextInt(30) == 0 ? "\\\t" : random.nextInt(30) == 0 ? "\\\n" : "y");
      }
      text.append(random.nextBoolean() ? "\r\n" : "\n");
      expected.add(key + ":5:" + i);
    }
    byte[] bytes = Inputs.bytes(text.toString());
    assertThat(Inputs.rows(new ByteArrayInputStream(bytes), TSV)).isEqualTo(expected);
    assertThat(
            Inputs.rows(new InPieces(bytes, max -> random.nextInt(1 << random.nextInt(18))), TSV))
        .as("seed %d", seed)
        .isEqualTo(expected);
  }

  /** The buffer ends in the middle of a long row, of which it holds just about the half of it. */
  @ParameterizedTest
  @ValueSource(ints = {-17, -16, -9, -8, -7, -2, -1, 0, 1, 2})
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void readsARowThatFillsHalfTheBuffer(int more) {
    String start = "5\t6\t7\t";
    String first = start + "y".repeat((1 << 17) + more - start.length() - 1) + "\n";
    String second = start + "y".repeat(1 << 18) + "\n";
    assertThat(Inputs.rows(first + second + second, TSV))
        .containsExactly("5:6:7", "5:6:7", "5:6:7");
  }

  @Test
  void readsByteByByte() {
    String text = "5\t6\t7\ta\\\tb\r\n\r\n\n8\t6\t7\t\\\\\n9\t6\t7\t";
    assertThat(Inputs.rows(new InPieces(Inputs.bytes(text), max -> 1), TSV))
        .containsExactly("5:6:7", "8:6:7", "9:6:7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5\t6\t7\n8\t6", "5\n", "5\n\u001F"})
  void givesWhatIsAtHandWithoutWaitingForMore(String typed) {
    InputStream terminal =
        new FilterInputStream(new ByteArrayInputStream(Inputs.bytes(typed))) {
          @Override
          public int read() throws IOException {
            return orWait(super.read());
          }

          @Override
          public int read(byte[] b, int offset, int length) throws IOException {
            return orWait(super.read(b, offset, length));
          }

          private int orWait(int n) throws IOException {
            if (n < 0) {
              throw new IOException("would wait for more");
            }
            return n;
          }
        };
    EntryBatch batch = new EntryBatch();
    IngestOptions keys = TSV.withColumns(ColumnSpec.keysOnly(Column.numbered(1)));
    try (EntrySource rows = Ingest.rows(List.of("-"), keys, terminal, IngestProgress.NONE)) {
      assertThat(rows.read(batch)).isTrue();
      assertThat(batch.size()).isEqualTo(1);
      assertThatThrownBy(() -> rows.read(batch)).hasMessageContaining("would wait for more");
    }
  }

  @Test
  void refusesARowWithoutEnd() {
    InputStream endless = new Endless('x');
    assertThatThrownBy(() -> Inputs.rows(endless, TSV))
        .isInstanceOf(MalformedInputException.class)
        .hasMessage("-:1: a row of more than 16 MiB; is this a TSV file?");
    InputStream unclosed = new ByteArrayInputStream(Inputs.bytes("5,6,7,\"\n\"\n5,6,7,\"\n"));
    assertThatThrownBy(() -> Inputs.rows(new SequenceInputStream(unclosed, endless), Inputs.CSV))
        .isInstanceOf(MalformedInputException.class)
        .hasMessage("-:3: a row of more than 16 MiB; is this a CSV file, with every quote closed?");
    InputStream head = new ByteArrayInputStream(Inputs.bytes("a\n# b\nid\tchunk\tsub\n"));
    LineOptions lines = LineOptions.DEFAULT.withSkip(1).withComment("#").withHeader(true);
    assertThatThrownBy(
            () -> Inputs.rows(new SequenceInputStream(head, endless), TSV.withLines(lines)))
        .hasMessageContaining("-:4: a row of more than 16 MiB");
  }

  /** The memory for a long row is not taken before the turn of its file, and not kept. */
  @Test
  void waitsForItsTurnBeforeALongRow() throws IOException {
    String rows = "5\t6\t7\n".repeat(100_000);
    String text = rows + "5\t6\t" + "0".repeat(Pieces.PIECE) + "7\n" + rows;
    AtomicLong given = new AtomicLong();
    InputStream counted =
        new FilterInputStream(new ByteArrayInputStream(Inputs.bytes(text))) {
          @Override
          public int read(byte[] b, int offset, int length) throws IOException {
            int n = super.read(b, offset, length);
            given.addAndGet(n);
            return n;
          }
        };
    List<Long> turns = new ArrayList<>();
    List<Boolean> independent = new ArrayList<>();
    int found = 0;
    try (Pieces pieces =
        Pieces.open("-", TSV, counted, new PieceMemory(), () -> turns.add(given.get()))) {
      for (var piece = pieces.next(); piece != null; piece = pieces.next()) {
        found += piece.get().size;
        independent.add(pieces.isIndependent());
      }
    }
    assertThat(found).isEqualTo(200_001);
    assertThat(turns).isNotEmpty();
    assertThat(turns.get(0)).isBetween((long) rows.length(), (long) rows.length() + Pieces.PIECE);
    assertThat(independent).startsWith(true, true).contains(false).endsWith(true);
  }

  @Test
  void throwsNothingButItsOwnWhateverTheBytes() {
    long seed = Seed.ofThisRun();
    Random random = new Random(seed);
    byte[] alphabet =
        Inputs.bytes("0123456789-\t\t\t\n\n\r\\\"N,.\u00EF\u00BB\u00BF\u001F\u008Bx ");
    for (int i = 0; i < 4_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = alphabet[random.nextInt(alphabet.length)];
      }
      for (IngestOptions options :
          List.of(TSV, Inputs.CSV, Inputs.WHITESPACE, TSV.withHeader(true))) {
        try {
          Inputs.rows(new ByteArrayInputStream(bytes), options.withThreads(1));
        } catch (IndexException expected) {
          assertThat(expected).as("seed %d, round %d", seed, i).hasMessageStartingWith("-");
        }
      }
    }
  }
}

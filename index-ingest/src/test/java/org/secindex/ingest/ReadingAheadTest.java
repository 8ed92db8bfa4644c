package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;

/** Several threads give what one gives, to the line. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReadingAheadTest {
  private static final int ROWS = 60_000;

  @TempDir private Path dir;

  /** Some pieces of rows, with lines inside of rows and blank lines; a bad one at the end. */
  private static String text(Format format, long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      String separator = format == Format.CSV ? "," : "\t";
      text.append(random.nextLong()).append(separator).append(i).append(separator).append("1");
      String last =
          switch (format) {
            case TSV -> random.nextInt(9) == 0 ? "\t\\\n\\\t\\\\" : "\t";
            case CSV -> random.nextInt(9) == 0 ? ",\"a\n,\"\"\n\"" : ",x\"y";
            default -> " .";
          };
      text.append(last).append(random.nextInt(50) == 0 ? "\r\n\n" : "\n");
    }
    return text.append("bad").append('\n').toString();
  }

  private static final class Found {
    final List<String> rows = new ArrayList<>();
    String problem = "";
    String placeOfLast = "";
  }

  private static Found read(List<String> files, IngestOptions options) {
    Found found = new Found();
    EntryBatch batch = new EntryBatch(1000);
    InputRows rows =
        new InputRows(files, options, InputStream.nullInputStream(), IngestProgress.NONE);
    try (rows) {
      while (rows.read(batch)) {
        for (int i = 0; i < batch.size(); i++) {
          found.rows.add(batch.keys[i] + ":" + batch.chunkIds[i]);
        }
        found.placeOfLast = rows.places().place(rows.places().rows() - 1);
      }
    } catch (MalformedInputException e) {
      found.problem = String.valueOf(e.getMessage());
    }
    return found;
  }

  @ParameterizedTest
  @EnumSource(names = "BINARY", mode = EnumSource.Mode.EXCLUDE)
  void givesTheSameRowsAndLines(Format format) throws IOException, InterruptedException {
    long seed = Seed.ofThisRun();
    String text = text(format, seed);
    List<String> files = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      files.add(Inputs.file(dir, i + ".tsv", text.substring(0, text.length() - 4)));
    }
    Path packed = dir.resolve("5.tsv.gz");
    files.add(Files.write(packed, Inputs.compress(Codec.GZIP, text)).toString());
    files.add(Inputs.file(dir, "never", text));
    IngestOptions options = IngestOptions.defaults(Inputs.TSV.domain()).withFormat(format);
    Found one = read(files, options.withThreads(1));
    long lines = text.chars().filter(c -> c == '\n').count();
    assertThat(one.problem).as("seed %d", seed).startsWith(packed + ":" + lines + ":");
    assertThat(one.rows).hasSize(6 * ROWS);
    Found several = read(files, options.withThreads(3));
    assertThat(several.problem).isEqualTo(one.problem);
    assertThat(several.placeOfLast).isEqualTo(one.placeOfLast);
    assertThat(several.rows).isEqualTo(one.rows);
    awaitNoThreads();
  }

  /** Each waits for its turn before it takes the memory for them. */
  @ParameterizedTest
  @EnumSource(names = {"TSV", "CSV"})
  void readsLongRowsInSeveralFiles(Format format) {
    String separator = format == Format.CSV ? "," : "\t";
    String end = separator + "6" + separator + "0".repeat(3 * Pieces.PIECE) + "7\n";
    List<String> files = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String row = i + 1 + end;
      String text = row.repeat(3) + row.replace("0", "").repeat(1000);
      files.add(Inputs.file(dir, "long" + i, text));
    }
    IngestOptions options = IngestOptions.defaults(Inputs.TSV.domain()).withFormat(format);
    Found one = read(files, options.withThreads(1));
    assertThat(one.problem).isEmpty();
    assertThat(one.rows).hasSize(6 * 1003);
    assertThat(read(files, options.withThreads(3)).rows).isEqualTo(one.rows);
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("secindex-ingest"))
        .toList();
  }

  /** A pool that has ended may have a thread that is just about to. */
  private static void awaitNoThreads() throws InterruptedException {
    for (Thread thread : threads()) {
      thread.join(10_000);
      assertThat(thread.isAlive()).isFalse();
    }
  }

  @Test
  void endsItsThreadsWhenClosedInTheMiddle() throws InterruptedException {
    String file = Inputs.file(dir, "a.tsv", text(Format.TSV, 1));
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      many.add(file);
    }
    EntrySource rows =
        Ingest.rows(
            many, Inputs.TSV.withThreads(4), InputStream.nullInputStream(), IngestProgress.NONE);
    assertThat(rows.read(new EntryBatch())).isTrue();
    assertThat(threads()).isNotEmpty();
    rows.close();
    awaitNoThreads();
  }

  /** A file that is not there is no reason to lose the rows of those before it, or to wait. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void saysWhatIsWrongWithAFileInItsTurn(int threads) {
    String file = Inputs.file(dir, "a.tsv", "5\t6\t7\n");
    List<String> files = List.of(file, file, dir + "/none", file);
    EntryBatch batch = new EntryBatch();
    try (EntrySource rows =
        Ingest.rows(
            files,
            Inputs.TSV.withThreads(threads),
            InputStream.nullInputStream(),
            IngestProgress.NONE)) {
      assertThat(rows.read(batch)).isTrue();
      assertThat(rows.read(batch)).isTrue();
      // As often as one asks: the files behind it would be no continuation.
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> rows.read(batch)).hasMessage(dir + "/none: no such file");
      }
    }
  }
}

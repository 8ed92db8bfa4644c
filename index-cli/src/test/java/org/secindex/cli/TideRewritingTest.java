package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What makes logs and indexes of TIDE logs. */
class TideRewritingTest {
  private final TideLogs logs;

  TideRewritingTest(@TempDir Path directory) {
    logs = new TideLogs(directory);
  }

  @ParameterizedTest
  @CsvSource({
    "file, none",
    "file, gzip",
    "rocksdb, none",
    "rocksdb, bzip2",
  })
  void whatAnIndexFindsIsReadFromTheLog(String scheme, String compression) throws IOException {
    String file = logs.generated("--compression", compression);
    String uri = scheme + ":" + logs.path("index");
    Run index = Run.of("tide", "index", file, uri, "--channel", "/1", "--json");
    assertThat(index.code()).as(index.err()).isZero();
    JsonNode summary = TideLogs.json(index);
    assertThat(summary.get("rows").asLong()).isEqualTo(100);
    assertThat(summary.get("entries").asLong() + summary.get("repeats").asLong()).isEqualTo(100);
    assertThat(Run.of("info", uri).out()).contains("key-domain: unsigned");

    for (long n = 1; n < TideLogs.GENERATED.entries(); n += 2) {
      String time = Long.toString(TideLogs.GENERATED.timestamp(n));
      Run get = Run.of("get", uri, time);
      assertThat(get.code()).isZero();
      long first = firstOfTime(n);
      assertThat(get.out())
          .isEqualTo(
              time
                  + "\t"
                  + TideLogs.GENERATED.chunkId(first)
                  + "\t"
                  + TideLogs.GENERATED.offset(first)
                  + "\n");
      assertThat(Run.withInput(get.out(), "tide", "cat", file, "--place", "-"))
          .isEqualTo(new Run(0, TideLogs.payload(first), ""));
    }

    assertThat(Run.of("tide", "index", file, uri, "--channel", "1").code()).isEqualTo(Exit.FAILED);
    Run replaced = Run.of("tide", "index", file, uri, "--channel", "1", "--replace");
    assertThat(replaced.code()).as(replaced.err()).isZero();
  }

  /** The first entry of channel 1 that has the same timestamp. */
  private static long firstOfTime(long number) {
    for (long n = 1; ; n += 2) {
      if (TideLogs.GENERATED.timestamp(n) == TideLogs.GENERATED.timestamp(number)) {
        return n;
      }
    }
  }

  /** A chunk of two entries, of which the first has 2 GiB; nearly all of the file is a hole. */
  @Test
  void anOffsetThatNoIndexHolds() throws IOException {
    String file = logs.path("far.tide");
    long far = 16 + (1L << 31);
    ByteBuffer begin = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
    begin.put(HexFormat.of().parseHex(TideLogs.EXAMPLE), 0, 62);
    begin.put("CHNK".getBytes(StandardCharsets.US_ASCII)).putLong(25 + far + 16);
    begin.putInt(0).putInt(2).putLong(1).putLong(2).put((byte) 0);
    begin.putInt(7).putLong(1).putInt(1 << 31);
    ByteBuffer end = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    end.putInt(7).putLong(2).putInt(0);
    try (FileChannel channel =
        FileChannel.open(
            Path.of(file),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      channel.write(begin.flip());
      channel.write(end.flip(), 62 + 37 + far);
    }
    Run index = Run.of("tide", "index", file, "file:" + logs.path("index"));
    assertThat(index.code()).isEqualTo(Exit.FAILED);
    assertThat(index.out()).isEmpty();
    assertThat(index.err())
        .contains("far.tide: channel 7, timestamp 2: chunk 0, offset " + far)
        .contains("an index holds numbers below 2^31; filter the log into one of smaller chunks");
  }

  @Test
  void equalTimestampsAreCountedAndSaid() {
    String file = logs.path("log.tide");
    assertThat(Run.of("tide", "generate", file, "--chunks", "2", "--same-time", "4").code())
        .isZero();
    Run index = Run.of("tide", "index", file, "file:" + logs.path("index"));
    assertThat(index.code()).as(index.err()).isZero();
    assertThat(index.err())
        .contains("indexed 500 entries of ")
        .contains("; 1500 left out that have the timestamp of one before them");
  }

  @Test
  void aDamagedLogIsDiagnosedAndRecovered() throws IOException {
    String file = logs.generated();
    assertThat(Run.of("tide", "doctor", file).code()).isZero();
    assertThat(Run.of("tide", "doctor", file).out()).endsWith("; no problems\n");

    byte[] bytes = Files.readAllBytes(Path.of(file));
    String chunk = Run.of("tide", "ls", file, "--chunks").out().lines().skip(2).findFirst().get();
    int position = Integer.parseInt(chunk.split("\t", -1)[1]);
    // The size of its eleventh entry.
    bytes[position + 37 + 10 * 46 + 15] ^= 0x40;
    byte[] cut = Arrays.copyOf(bytes, bytes.length - 1000);
    Path damaged = Files.write(logs.directory().resolve("damaged.tide"), cut);

    Run doctor = Run.of("tide", "doctor", damaged.toString());
    assertThat(doctor.code()).isEqualTo(Exit.DIFFERENCE);
    assertThat(doctor.out()).contains("ERROR CHUNK_DAMAGED at ").contains(" error(s), ");
    JsonNode told = TideLogs.json(Run.of("tide", "doctor", damaged.toString(), "--json"));
    assertThat(told.get("problems"))
        .anySatisfy(
            problem -> {
              assertThat(problem.get("code").asText()).isEqualTo("CHUNK_DAMAGED");
              assertThat(problem.get("severity").asText()).isEqualTo("error");
              assertThat(problem.get("offset").isNumber()).isTrue();
            });

    String out = logs.path("recovered.tide");
    Run recover = Run.of("tide", "recover", damaged.toString(), "-o", out);
    assertThat(recover.code()).as(recover.err()).isEqualTo(Exit.DIFFERENCE);
    assertThat(recover.out())
        .contains("kept: ", "lost: ", " bytes), after 2011-03-13T", "verified: ");
    assertThat(Files.readAllBytes(damaged)).as("never touched").isEqualTo(cut);
    assertThat(Run.of("tide", "doctor", out).code()).isZero();

    byte[] first = Files.readAllBytes(Path.of(out));
    Run refused = Run.of("tide", "recover", damaged.toString(), "-o", out);
    assertThat(refused.code()).isEqualTo(Exit.FAILED);
    assertThat(refused.err()).contains(out);
    String again = logs.path("again.tide");
    Run nothing = Run.of("tide", "recover", out, "-o", again, "--json");
    assertThat(nothing.code()).isZero();
    assertThat(TideLogs.json(nothing).get("lostBytes").asLong()).isZero();
    assertThat(Files.readAllBytes(Path.of(again))).isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"recover", "reindex", "filter", "merge"})
  void noCommandWritesOverTheLogThatItReads(String command) throws IOException {
    String file = logs.example();
    byte[] before = Files.readAllBytes(Path.of(file));
    Run run = Run.of("tide", command, file, "-o", file, "--force");
    assertThat(run.code()).isEqualTo(Exit.FAILED);
    assertThat(run.err()).contains(file + ": is the log that is read, which is never replaced");
    assertThat(Files.readAllBytes(Path.of(file))).isEqualTo(before);
  }

  @Test
  void reindexMakesTheIndexAnew() throws IOException {
    String file = logs.generated();
    byte[] bytes = Files.readAllBytes(Path.of(file));
    long index =
        Run.of("tide", "ls", file, "--blocks")
            .out()
            .lines()
            .filter(line -> line.startsWith("INDX"))
            .mapToLong(line -> Long.parseLong(line.split("\t", -1)[2]))
            .max()
            .getAsLong();
    assertThat(index).isEqualTo(bytes.length);
    String out = logs.path("indexed.tide");
    Run reindex = Run.of("tide", "reindex", file, "-o", out);
    assertThat(reindex.code()).as(reindex.err()).isZero();
    assertThat(reindex.err()).contains("wrote 200 entries of 2 channels in 5 chunks to " + out);
    assertThat(Run.of("tide", "doctor", out).code()).isZero();
    assertThat(Run.of("tide", "cat", out, "--index", "require", "--at", TideLogs.time(7)).out())
        .isEqualTo(Run.of("tide", "cat", file, "--index", "ignore", "--at", TideLogs.time(7)).out())
        .isNotEmpty();
    assertThat(Run.of("tide", "reindex", file, "-o", out).code()).isEqualTo(Exit.FAILED);
    assertThat(Run.of("tide", "reindex", file, "-o", out, "--force").code()).isZero();
  }

  @Test
  void filterKeepsWhatIsWanted() {
    String file = logs.generated();
    String out = logs.path("some.tide");
    Run filter =
        Run.of(
            "tide",
            "filter",
            file,
            "-o",
            out,
            "--channel",
            "/0",
            "--from",
            TideLogs.time(100),
            "--sort");
    assertThat(filter.code()).as(filter.err()).isZero();
    String entries = Run.of("tide", "ls", out, "--entries").out();
    assertThat(entries.lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line.split("\t", -1)[1]).isEqualTo("0"))
        .extracting(line -> Long.parseLong(line.split("\t", -1)[0]))
        .isSorted()
        .allSatisfy(
            time -> assertThat(time).isGreaterThanOrEqualTo(TideLogs.GENERATED.timestamp(100)));
    assertThat(Run.of("tide", "doctor", out).code()).isZero();
  }

  @Test
  void mergeTakesEveryEntryByTime() {
    String file = logs.generated();
    String even = logs.path("even.tide");
    String odd = logs.path("odd.tide");
    assertThat(Run.of("tide", "filter", file, "-o", even, "--channel", "/0").code()).isZero();
    assertThat(
            Run.of("tide", "filter", file, "-o", odd, "--channel", "/1", "--compression", "gzip")
                .code())
        .isZero();
    String out = logs.path("both.tide");
    Run merge = Run.of("tide", "merge", odd, even, "-o", out, "--json");
    assertThat(merge.code()).as(merge.err()).isZero();
    assertThat(Run.of("tide", "ls", out).out().lines()).hasSize(2);
    assertThat(Run.of("tide", "ls", out, "--entries").out().lines())
        .hasSize(200)
        .extracting(line -> Long.parseLong(line.split("\t", -1)[0]))
        .isSorted();
    assertThat(Run.of("tide", "doctor", out).code()).isZero();
  }
}

package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdServer;
import org.secindex.tide.GeneratedLog;
import org.secindex.tide.TideWriter;
import org.secindex.tide.WriteOptions;

/** Every command on TIDE logs. */
class TideCommandsTest {
  /** One channel, one chunk, two entries, its index: 195 bytes. */
  private static final String EXAMPLE =
      "544944450a00000000000000000001000000010000004348414e1c0000000000000007000000032f7879"
          + "040000006279746500000000000000000000000043484e4b3d000000000000000000000002000000"
          + "e803000000000000d0070000000000000007000000e80300000000000002000000616107000000"
          + "d0070000000000000200000062"
          + "62494e445830000000000000000700000002000000"
          + "00000000e8030000000000000000000000000000"
          + "00000000d0070000000000001200000000000000";

  private static final GeneratedLog GENERATED =
      new GeneratedLog(5, 40, 30, 2, 2, false, 1_300_000_000_000_000_000L, 1_000_000);

  @TempDir private Path directory;

  private String example() throws IOException {
    return Files.write(directory.resolve("example.tide"), HexFormat.of().parseHex(EXAMPLE))
        .toString();
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private String generated(String... more) {
    String file = path("log.tide");
    Run run =
        Run.of(
            with(
                more,
                "tide",
                "generate",
                file,
                "--chunks",
                "5",
                "--entries",
                "40",
                "--size",
                "30",
                "--channels",
                "2",
                "--same-time",
                "2",
                "--out-of-order"));
    assertThat(run.err()).matches("secindex: wrote 200 entries to .*log.tide in .* s\n");
    assertThat(run.code()).isZero();
    return file;
  }

  private static String[] with(String[] more, String... args) {
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return all;
  }

  private static JsonNode json(Run run) throws IOException {
    assertThat(run.out().lines()).hasSize(1);
    return new ObjectMapper().readTree(run.out());
  }

  private static String payload(long number) {
    return new String(GENERATED.payload(number), StandardCharsets.US_ASCII);
  }

  @Test
  void infoTellsWhatALogHolds() throws IOException {
    String file = example();
    Run info = Run.of("tide", "info", file, "--sizes");
    assertThat(info.code()).as(info.err()).isZero();
    assertThat(info.out().lines())
        .contains(
            "version: 0.0",
            "bytes: 195",
            "blocks: CHAN=1, CHNK=1, INDX=1, TIDE=1",
            "compression: none=1",
            "entries: 2",
            "payloadBytes: 4",
            "first: 1970-01-01T00:00:00.000001Z (1000)",
            "last: 1970-01-01T00:00:00.000002Z (2000)",
            "index: complete",
            "indexRows: 2",
            "channel 7 '/xy': 2 entries, 4 bytes, 1970-01-01T00:00:00.000001Z (1000) .."
                + " 1970-01-01T00:00:00.000002Z (2000), 1.00e+06/s, type byte");
    JsonNode json = json(Run.of("tide", "info", file, "--json"));
    assertThat(json.get("schema").asText()).isEqualTo("secindex.tide.info.1");
    assertThat(json.get("entries").asLong()).isEqualTo(2);
    assertThat(json.get("channels").get(0).get("name").asText()).isEqualTo("/xy");
    assertThat(json.get("channels").get(0).get("first").asText()).isEqualTo("1000");
  }

  @Test
  void infoTellsOfSeveralLogs() throws IOException {
    String file = example();
    Run info = Run.of("tide", "info", file, generated(), "--json");
    assertThat(info.code()).isZero();
    assertThat(info.out().lines())
        .hasSize(2)
        .satisfiesExactly(
            line -> assertThat(line).contains("example.tide", "\"entries\":2"),
            line -> assertThat(line).contains("log.tide", "\"entries\":200"));
  }

  @Test
  void namesDoNotWriteToTheTerminal() {
    Path file = directory.resolve("names.tide");
    try (TideWriter writer = TideWriter.create(file, WriteOptions.DEFAULT)) {
      writer.addChannel("a\u001b[31m\tb\n", "t\\");
    }
    assertThat(Run.of("tide", "ls", file.toString()).out())
        .isEqualTo("0\ta\\u001b[31m\\tb\\n\tt\\\\\tdeclared\n");
    assertThat(Run.of("tide", "info", file.toString()).out())
        .contains("channel 0 'a\\u001b[31m\\tb\\n': 0 entries, type t\\\\\n");
    assertThat(Run.of("tide", "cat", file.toString(), "--channel", "x").err())
        .contains("there are 0 'a\\u001b[31m\\tb\\n'");
  }

  @Test
  void lsListsEachKindOfThings() throws IOException {
    String file = example();
    assertThat(Run.of("tide", "ls", file)).isEqualTo(new Run(0, "7\t/xy\tbyte\tdeclared\n", ""));
    assertThat(Run.of("tide", "ls", file, "--chunks").out())
        .isEqualTo("0\t62\t36\t2\t1000\t2000\tnone\twhole\n");
    assertThat(Run.of("tide", "ls", file, "--blocks").out())
        .isEqualTo(
            "TIDE\t0\t22\t0\t0\nCHAN\t22\t62\t7\t0\nCHNK\t62\t135\t0\t2\nINDX\t135\t195\t7\t2\n");
    assertThat(Run.of("tide", "ls", file, "--entries").out())
        .isEqualTo("1000\t7\t0\t0\t2\tok\n2000\t7\t0\t18\t2\tok\n");
    assertThat(Run.of("tide", "ls", file, "--entries", "--limit", "1", "--json").out())
        .isEqualTo(
            "{\"timestamp\":\"1000\",\"channelId\":7,\"chunkId\":0,\"offset\":0,\"size\":2,"
                + "\"state\":\"ok\"}\n");
    assertThat(Run.of("tide", "ls", file, "--chunks", "--blocks").code()).isEqualTo(Exit.USAGE);
  }

  @Test
  void catWritesPayloadsAndNothingElse() throws IOException {
    String file = example();
    assertThat(Run.of("tide", "cat", file)).isEqualTo(new Run(0, "aabb", ""));
    assertThat(Run.of("tide", "cat", file, "--from", "1001").out()).isEqualTo("bb");
    assertThat(Run.of("tide", "cat", file, "--to", "1970-01-01T00:00:00.000001Z").out())
        .isEqualTo("aa");
    assertThat(Run.of("tide", "cat", file, "--at", "2000", "--at", "1000").out()).isEqualTo("bbaa");
    assertThat(Run.of("tide", "cat", file, "--place", "0:18", "--place", "0:0").out())
        .isEqualTo("bbaa");
    assertThat(Run.of("tide", "cat", file, "--skip", "1", "--limit", "1").out()).isEqualTo("bb");
    assertThat(Run.of("tide", "cat", file, "--hex", "--channel", "/xy", "--limit", "1").out())
        .isEqualTo("1000\t7\t0\t0\t2\t6161\n");
    assertThat(json(Run.of("tide", "cat", file, "--json", "--at", "1000")).get("payload").asText())
        .isEqualTo("YWE=");
    assertThat(Run.withInput("2000\t0\t18\n", "tide", "cat", file, "--place", "-").out())
        .isEqualTo("bb");
    assertThat(Run.withInput(HexFormat.of().parseHex(EXAMPLE), "tide", "cat", "-"))
        .isEqualTo(new Run(0, "aabb", ""));
  }

  @Test
  void aPlaceOfAnotherLogIsRefused() throws IOException {
    String file = example();
    Run wrongTime = Run.withInput("2001\t0\t18\n", "tide", "cat", file, "--place", "-");
    assertThat(wrongTime.code()).isEqualTo(Exit.FAILED);
    assertThat(wrongTime.err())
        .contains("at 0:18 is no entry of 2001: the index is that of another");
    assertThat(Run.of("tide", "cat", file, "--place", "0:19").code()).isEqualTo(Exit.FAILED);
    assertThat(Run.of("tide", "cat", file, "--place", "9:0").err()).contains("has no chunk 9");
    assertThat(Run.withInput("x\n", "tide", "cat", file, "--place", "-").err())
        .contains("-:1: 'x' is not timestamp TAB chunk TAB offset");
  }

  @ParameterizedTest
  @CsvSource({
    "file, none",
    "file, gzip",
    "rocksdb, none",
    "rocksdb, bzip2",
  })
  void whatAnIndexFindsIsReadFromTheLog(String scheme, String compression) throws IOException {
    String file = generated("--compression", compression);
    String uri = scheme + ":" + path("index");
    Run index = Run.of("tide", "index", file, uri, "--channel", "/1", "--json");
    assertThat(index.code()).as(index.err()).isZero();
    JsonNode summary = json(index);
    assertThat(summary.get("rows").asLong()).isEqualTo(100);
    assertThat(summary.get("entries").asLong() + summary.get("repeats").asLong()).isEqualTo(100);
    assertThat(Run.of("info", uri).out()).contains("key-domain: unsigned");

    for (long n = 1; n < GENERATED.entries(); n += 2) {
      String time = Long.toString(GENERATED.timestamp(n));
      Run get = Run.of("get", uri, time);
      assertThat(get.code()).isZero();
      long first = firstOfTime(n);
      assertThat(get.out())
          .isEqualTo(
              time + "\t" + GENERATED.chunkId(first) + "\t" + GENERATED.offset(first) + "\n");
      assertThat(Run.withInput(get.out(), "tide", "cat", file, "--place", "-"))
          .isEqualTo(new Run(0, payload(first), ""));
    }

    assertThat(Run.of("tide", "index", file, uri, "--channel", "1").code()).isEqualTo(Exit.FAILED);
    Run replaced = Run.of("tide", "index", file, uri, "--channel", "1", "--replace");
    assertThat(replaced.code()).as(replaced.err()).isZero();
  }

  /** The first entry of channel 1 that has the same timestamp. */
  private static long firstOfTime(long number) {
    for (long n = 1; ; n += 2) {
      if (GENERATED.timestamp(n) == GENERATED.timestamp(number)) {
        return n;
      }
    }
  }

  @Test
  void equalTimestampsAreCountedAndSaid() {
    String file = path("log.tide");
    assertThat(Run.of("tide", "generate", file, "--chunks", "2", "--same-time", "4").code())
        .isZero();
    Run index = Run.of("tide", "index", file, "file:" + path("index"));
    assertThat(index.code()).as(index.err()).isZero();
    assertThat(index.err())
        .contains("indexed 500 entries of ")
        .contains("; 1500 left out that have the timestamp of one before them");
  }

  @Test
  void scanAndIndexFindTheSame() throws IOException {
    String file = generated();
    JsonNode scan = json(Run.of("tide", "scan", file, "--json"));
    JsonNode index = json(Run.of("tide", "scan", file, "--by", "index", "--json"));
    assertThat(scan.get("entries").asLong()).isEqualTo(200);
    assertThat(scan.get("payloadBytes").asLong()).isEqualTo(200 * 30);
    for (String field : List.of("bytes", "entries", "first", "last")) {
      assertThat(index.get(field)).as(field).isEqualTo(scan.get(field));
    }
    assertThat(Run.of("tide", "scan", file).out()).contains("entries: 200\n", "rate: ");
  }

  @Test
  void aDamagedLogIsDiagnosedAndRecovered() throws IOException {
    String file = generated();
    assertThat(Run.of("tide", "doctor", file).code()).isZero();
    assertThat(Run.of("tide", "doctor", file).out()).endsWith("; no problems\n");

    byte[] bytes = Files.readAllBytes(Path.of(file));
    String chunk = Run.of("tide", "ls", file, "--chunks").out().lines().skip(2).findFirst().get();
    int position = Integer.parseInt(chunk.split("\t", -1)[1]);
    // The size of its eleventh entry.
    bytes[position + 37 + 10 * 46 + 15] ^= 0x40;
    byte[] cut = java.util.Arrays.copyOf(bytes, bytes.length - 1000);
    Path damaged = Files.write(directory.resolve("damaged.tide"), cut);

    Run doctor = Run.of("tide", "doctor", damaged.toString());
    assertThat(doctor.code()).isEqualTo(Exit.DIFFERENCE);
    assertThat(doctor.out()).contains("ERROR CHUNK_DAMAGED at ").contains(" error(s), ");
    JsonNode told = json(Run.of("tide", "doctor", damaged.toString(), "--json"));
    assertThat(told.get("problems"))
        .anySatisfy(
            problem -> {
              assertThat(problem.get("code").asText()).isEqualTo("CHUNK_DAMAGED");
              assertThat(problem.get("severity").asText()).isEqualTo("error");
              assertThat(problem.get("offset").isNumber()).isTrue();
            });

    String out = path("recovered.tide");
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
    String again = path("again.tide");
    Run nothing = Run.of("tide", "recover", out, "-o", again, "--json");
    assertThat(nothing.code()).isZero();
    assertThat(json(nothing).get("lostBytes").asLong()).isZero();
    assertThat(Files.readAllBytes(Path.of(again))).isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"recover", "reindex", "filter", "merge"})
  void noCommandWritesOverTheLogThatItReads(String command) throws IOException {
    String file = example();
    byte[] before = Files.readAllBytes(Path.of(file));
    Run run = Run.of("tide", command, file, "-o", file, "--force");
    assertThat(run.code()).isEqualTo(Exit.FAILED);
    assertThat(run.err()).contains(file + ": is the log that is read, which is never replaced");
    assertThat(Files.readAllBytes(Path.of(file))).isEqualTo(before);
  }

  @Test
  void reindexMakesTheIndexAnew() throws IOException {
    String file = generated();
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
    String out = path("indexed.tide");
    Run reindex = Run.of("tide", "reindex", file, "-o", out);
    assertThat(reindex.code()).as(reindex.err()).isZero();
    assertThat(reindex.err()).contains("wrote 200 entries of 2 channels in 5 chunks to " + out);
    assertThat(Run.of("tide", "doctor", out).code()).isZero();
    assertThat(Run.of("tide", "cat", out, "--index", "require", "--at", time(7)).out())
        .isEqualTo(Run.of("tide", "cat", file, "--index", "ignore", "--at", time(7)).out())
        .isNotEmpty();
    assertThat(Run.of("tide", "reindex", file, "-o", out).code()).isEqualTo(Exit.FAILED);
    assertThat(Run.of("tide", "reindex", file, "-o", out, "--force").code()).isZero();
  }

  private static String time(long number) {
    return Long.toString(GENERATED.timestamp(number));
  }

  @Test
  void filterKeepsWhatIsWanted() {
    String file = generated();
    String out = path("some.tide");
    Run filter =
        Run.of("tide", "filter", file, "-o", out, "--channel", "/0", "--from", time(100), "--sort");
    assertThat(filter.code()).as(filter.err()).isZero();
    String entries = Run.of("tide", "ls", out, "--entries").out();
    assertThat(entries.lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line.split("\t", -1)[1]).isEqualTo("0"))
        .extracting(line -> Long.parseLong(line.split("\t", -1)[0]))
        .isSorted()
        .allSatisfy(time -> assertThat(time).isGreaterThanOrEqualTo(GENERATED.timestamp(100)));
    assertThat(Run.of("tide", "doctor", out).code()).isZero();
  }

  @Test
  void mergeTakesEveryEntryByTime() {
    String file = generated();
    String even = path("even.tide");
    String odd = path("odd.tide");
    assertThat(Run.of("tide", "filter", file, "-o", even, "--channel", "/0").code()).isZero();
    assertThat(
            Run.of("tide", "filter", file, "-o", odd, "--channel", "/1", "--compression", "gzip")
                .code())
        .isZero();
    String out = path("both.tide");
    Run merge = Run.of("tide", "merge", odd, even, "-o", out, "--json");
    assertThat(merge.code()).as(merge.err()).isZero();
    assertThat(Run.of("tide", "ls", out).out().lines()).hasSize(2);
    assertThat(Run.of("tide", "ls", out, "--entries").out().lines())
        .hasSize(200)
        .extracting(line -> Long.parseLong(line.split("\t", -1)[0]))
        .isSorted();
    assertThat(Run.of("tide", "doctor", out).code()).isZero();
  }

  @Test
  void logsAreReadFromXrootdServersToo() throws IOException {
    Servers.require(XrootdServer.available());
    String file = generated();
    try (XrootdServer server = XrootdServer.start(directory.resolve("server"))) {
      Files.copy(Path.of(file), server.dataDirectory().resolve("log.tide"));
      String url = server.url("log.tide");
      assertThat(Run.of("tide", "cat", url, "--channel", "/1"))
          .isEqualTo(Run.of("tide", "cat", file, "--channel", "/1"));
      assertThat(Run.of("tide", "doctor", url).code()).isZero();
      Run absent = Run.of("tide", "info", server.url("absent.tide"));
      assertThat(absent.code()).isEqualTo(Exit.FAILED);
      assertThat(absent.err()).contains("absent.tide: cannot be opened");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "ls", "cat", "doctor", "scan"})
  void whatIsNoLogIsSaidToBeNone(String command) throws IOException {
    String none = path("none.tide");
    Run absent = Run.of("tide", command, none);
    assertThat(absent.code()).isEqualTo(Exit.FAILED);
    assertThat(absent.err()).contains(none + ": no such file");
    String text =
        Files.writeString(directory.resolve("text"), "hello, world, this is text").toString();
    Run other = Run.of("tide", command, text);
    assertThat(other.code()).isIn(Exit.FAILED, Exit.DIFFERENCE);
    assertThat(other.err() + other.out()).contains(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cat LOG --channel /9 | has no channel '/9'; there are 0 '/0', 1 '/1'",
        "cat LOG --from yesterday | --from: 'yesterday' is neither a timestamp",
        "cat LOG --place 12 | is no place as CHUNK:OFFSET",
        "cat - --place - | cannot be both",
        "index LOG file:idx | name one --channel of: 0 '/0', 1 '/1'",
        "index LOG nothere:x --channel /0 | no backend for scheme 'nothere'",
        "recover LOG | Missing required option: '--out=OUT'",
        "filter LOG -o X --chunk-size 9g | is not a size of at most 1g",
        "generate X --entries 1M --size 1M | write fewer entries a chunk",
        "generate X --channels 0 | 1 or more",
        "scan LOG --by magic | Invalid value for option '--by'",
        "info http://host/x | not a root:// URL",
      })
  void wrongUseIsToldAndNothingDone(String line, String because) {
    String file = generated();
    String[] args = ("tide " + line.replace("LOG", file).replace(" X", " " + path("x"))).split(" ");
    Run run = Run.of(args);
    assertThat(run.err()).startsWith("secindex: ").contains(because);
    assertThat(run.code()).isEqualTo(Exit.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(directory.resolve("x")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info",
        "ls",
        "cat",
        "doctor",
        "reindex",
        "recover",
        "merge",
        "filter",
        "index",
        "generate",
        "scan"
      })
  void explainsEachCommand(String command) {
    Run help = Run.of("tide", command, "--help");
    assertThat(help.code()).isZero();
    assertThat(help.out()).contains("Usage: secindex tide " + command).contains("--json");
  }
}

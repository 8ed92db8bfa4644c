package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
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
import org.secindex.tide.TideWriter;
import org.secindex.tide.WriteOptions;

/** What reads TIDE logs, and what all commands on them have in common. */
class TideCommandsTest {
  private final TideLogs logs;

  TideCommandsTest(@TempDir Path directory) {
    logs = new TideLogs(directory);
  }

  @Test
  void infoTellsWhatALogHolds() throws IOException {
    String file = logs.example();
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
    JsonNode json = TideLogs.json(Run.of("tide", "info", file, "--json"));
    assertThat(json.get("schema").asText()).isEqualTo("secindex.tide.info.1");
    assertThat(json.get("entries").asLong()).isEqualTo(2);
    assertThat(json.get("channels").get(0).get("name").asText()).isEqualTo("/xy");
    assertThat(json.get("channels").get(0).get("first").asText()).isEqualTo("1000");
  }

  @Test
  void infoTellsOfSeveralLogs() throws IOException {
    String file = logs.example();
    Run info = Run.of("tide", "info", file, logs.generated(), "--json");
    assertThat(info.code()).isZero();
    assertThat(info.out().lines())
        .hasSize(2)
        .satisfiesExactly(
            line -> assertThat(line).contains("example.tide", "\"entries\":2"),
            line -> assertThat(line).contains("log.tide", "\"entries\":200"));
  }

  @Test
  void infoTellsOfTheOthersIfOneIsNoLog() throws IOException {
    String none = logs.path("none.tide");
    Run some = Run.of("tide", "info", none, logs.example(), "--json");
    assertThat(some.code()).isEqualTo(Exit.DIFFERENCE);
    assertThat(some.err()).contains(none + ": no such file");
    assertThat(some.out().lines()).singleElement().asString().contains("example.tide");
    assertThat(Run.of("tide", "info", none, none).code()).isEqualTo(Exit.FAILED);
  }

  @Test
  void namesDoNotWriteToTheTerminal() {
    Path file = logs.directory().resolve("names.tide");
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
    String file = logs.example();
    assertThat(Run.of("tide", "ls", file)).isEqualTo(new Run(0, "7\t/xy\tbyte\tdeclared\n", ""));
    assertThat(Run.of("tide", "ls", file, "--json").out())
        .isEqualTo(
            "{\"id\":7,\"name\":\"/xy\",\"type\":\"byte\",\"state\":\"declared\","
                + "\"sourceName\":\"\",\"sourceConfig\":\"\",\"format\":\"\"}\n");
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
    String file = logs.example();
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
    assertThat(
            TideLogs.json(Run.of("tide", "cat", file, "--json", "--at", "1000"))
                .get("payload")
                .asText())
        .isEqualTo("YWE=");
    assertThat(Run.withInput("2000\t0\t18\n", "tide", "cat", file, "--place", "-").out())
        .isEqualTo("bb");
    assertThat(Run.withInput(HexFormat.of().parseHex(TideLogs.EXAMPLE), "tide", "cat", "-"))
        .isEqualTo(new Run(0, "aabb", ""));
  }

  @Test
  void aPlaceOfAnotherLogIsRefused() throws IOException {
    String file = logs.example();
    Run wrongTime = Run.withInput("2001\t0\t18\n", "tide", "cat", file, "--place", "-");
    assertThat(wrongTime.code()).isEqualTo(Exit.FAILED);
    assertThat(wrongTime.err())
        .contains("at 0:18 is no entry of 2001: the index is that of another");
    assertThat(Run.of("tide", "cat", file, "--place", "0:19").code()).isEqualTo(Exit.FAILED);
    assertThat(Run.of("tide", "cat", file, "--place", "9:0").err()).contains("has no chunk 9");
    assertThat(Run.withInput("x\n", "tide", "cat", file, "--place", "-").err())
        .contains("-:1: 'x' is not timestamp TAB chunk TAB offset");
  }

  @Test
  void scanAndIndexFindTheSame() throws IOException {
    String file = logs.generated();
    JsonNode scan = TideLogs.json(Run.of("tide", "scan", file, "--json"));
    JsonNode index = TideLogs.json(Run.of("tide", "scan", file, "--by", "index", "--json"));
    assertThat(scan.get("entries").asLong()).isEqualTo(200);
    assertThat(scan.get("payloadBytes").asLong()).isEqualTo(200 * 30);
    for (String field : List.of("bytes", "entries", "first", "last")) {
      assertThat(index.get(field)).as(field).isEqualTo(scan.get(field));
    }
    assertThat(Run.of("tide", "scan", file).out()).contains("entries: 200\n", "rate: ");
  }

  @Test
  void logsAreReadFromXrootdServersToo() throws IOException {
    Servers.require(XrootdServer.available());
    String file = logs.generated();
    try (XrootdServer server = XrootdServer.start(logs.directory().resolve("server"))) {
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
    String none = logs.path("none.tide");
    Run absent = Run.of("tide", command, none);
    assertThat(absent.code()).isEqualTo(Exit.FAILED);
    assertThat(absent.err()).contains(none + ": no such file");
    String text =
        Files.writeString(logs.directory().resolve("text"), "hello, world, this is text")
            .toString();
    Run other = Run.of("tide", command, text);
    assertThat(other.code()).isIn(Exit.FAILED, Exit.DIFFERENCE);
    assertThat(other.err() + other.out()).contains(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cat LOG --channel /9 | has no channel '/9'; there are 0 '/0', 1 '/1'",
        "ls LOG --channel /0 | --channel, --from and --to are for --entries",
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
    String file = logs.generated();
    String[] args =
        ("tide " + line.replace("LOG", file).replace(" X", " " + logs.path("x"))).split(" ");
    Run run = Run.of(args);
    assertThat(run.err()).startsWith("secindex: ").contains(because);
    assertThat(run.code()).isEqualTo(Exit.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(logs.directory().resolve("x")).doesNotExist();
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

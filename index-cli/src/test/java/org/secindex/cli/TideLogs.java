package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.secindex.tide.GeneratedLog;

/** The logs of the tests of commands, in a directory. */
record TideLogs(Path directory) {
  /** One channel, one chunk, two entries, its index: 195 bytes. */
  static final String EXAMPLE =
      "544944450a00000000000000000001000000010000004348414e1c0000000000000007000000032f7879"
          + "040000006279746500000000000000000000000043484e4b3d000000000000000000000002000000"
          + "e803000000000000d0070000000000000007000000e80300000000000002000000616107000000"
          + "d0070000000000000200000062"
          + "62494e445830000000000000000700000002000000"
          + "00000000e8030000000000000000000000000000"
          + "00000000d0070000000000001200000000000000";

  static final GeneratedLog GENERATED =
      new GeneratedLog(5, 40, 30, 2, 2, false, 1_300_000_000_000_000_000L, 1_000_000);

  String example() throws IOException {
    return Files.write(directory.resolve("example.tide"), HexFormat.of().parseHex(EXAMPLE))
        .toString();
  }

  String path(String name) {
    return directory.resolve(name).toString();
  }

  String generated(String... more) {
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
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return all;
  }

  static JsonNode json(Run run) throws IOException {
    assertThat(run.out().lines()).hasSize(1);
    return new ObjectMapper().readTree(run.out());
  }

  static String payload(long number) {
    return new String(GENERATED.payload(number), StandardCharsets.US_ASCII);
  }

  /** The time of an entry of the generated log. */
  static String time(long number) {
    return Long.toString(GENERATED.timestamp(number));
  }
}

package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
  @TempDir private Path dir;

  /** What was typed wrongly gives 2, and a line that says what. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "frob | Unmatched argument",
        "load | Missing required parameters",
        "load file:x | Missing required parameter",
        "load file:x a.tsv --frmat csv | Unknown option: '--frmat'",
        "load file:x a.tsv --format xml | Invalid value for option '--format'",
        "load file:x a.tsv --sky 85 | STRIPES,SUBSTRIPES",
        "load file:x a.tsv --columns id=1 | no column for the chunk",
        "load file:x a.tsv --columns id=1,sub=2 --chunk y | 'y' is no chunk",
        "load file:x a.tsv --memory many | is not a size",
        "load file:x a.tsv --memory 900t | more than the",
        "load nothere:x a.tsv | no backend for scheme 'nothere'; found: file",
        "load file:x?blok=1 a.tsv | unknown option 'blok'",
        "load x a.tsv | is no index address",
        "get file:x | Missing required parameter: 'ID'",
        "scan file:x --all --limit -1 | is negative",
      })
  void refusesWrongUse(String line, String because) {
    String[] args = line.replace("file:x", "file:" + dir.resolve("x")).split(" ");
    Run run = Run.of(args);
    assertThat(run.err()).startsWith("secindex: ").contains(because);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).allMatch(l -> l.startsWith("secindex: "));
  }

  @Test
  void saysThatThereIsNoIndex() {
    for (String command : new String[] {"get", "verify", "info"}) {
      String uri = "file:" + dir.resolve("none");
      Run run = command.equals("get") ? Run.of("get", uri, "1") : Run.of(command, uri);
      assertThat(run.code()).as(command).isEqualTo(1);
      assertThat(run.err()).startsWith("secindex: ").contains("none");
      assertThat(run.out()).isEmpty();
    }
  }

  @Test
  void showsTheTraceIfAskedTo() {
    String uri = "file:" + dir.resolve("none");
    assertThat(Run.of("get", uri, "1").err().lines()).hasSizeLessThanOrEqualTo(2);
    assertThat(Run.of("get", uri, "1", "-v").err()).contains("\tat org.secindex.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "load",
        "update",
        "remove",
        "get",
        "scan",
        "info",
        "verify",
        "compact",
        "adopt",
        "copy",
        "backends"
      })
  void explainsEachCommand(String command) {
    Run help = Run.of(command, "--help");
    assertThat(help.code()).isZero();
    assertThat(help.err()).isEmpty();
    assertThat(help.out()).contains("Usage: secindex " + command).contains("--json");
  }

  @Test
  void tellsItsVersionAndRevision() {
    Run version = Run.of("--version");
    assertThat(version.code()).isZero();
    assertThat(version.out())
        .containsPattern("secindex \\d+\\.\\d+\\.\\d+")
        .containsPattern("revision ([0-9a-f]{7,}(-dirty)?|unknown)");
  }

  @Test
  void listsTheBackends() {
    Run text = Run.of("backends");
    assertThat(text.code()).isZero();
    assertThat(text.out()).contains("file: ", "rocksdb: ", "?durability=sync");
    assertThat(Run.of("backends", "--json").out())
        .startsWith("{\"schema\":\"secindex.backends.1\",\"backends\":[{\"schemes\":[\"file\"]")
        .contains("\"name\":\"durability\"");
  }

  @Test
  void aBackendThatCannotBeLoadedIsListedWithItsReason() throws IOException {
    Path services = Files.createDirectories(dir.resolve("META-INF/services"));
    Files.writeString(services.resolve("org.secindex.api.IndexProvider"), "NotThere\nTooNew\n");
    // A class file of a Java that does not exist yet: version 255.
    Files.write(
        dir.resolve("TooNew.class"),
        new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, (byte) 0xff});
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {dir.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      Run text = Run.of("backends");
      assertThat(text.code()).isEqualTo(Exit.DIFFERENCE);
      assertThat(text.out()).contains("file: ", "rocksdb: ");
      assertThat(text.out().lines().filter(line -> line.startsWith("not usable: ")))
          .satisfiesExactly(
              line -> assertThat(line).contains("NotThere", "not found"),
              line -> assertThat(line).contains("TooNew", "255"));
      assertThat(new ObjectMapper().readTree(Run.of("backends", "--json").out()).get("unusable"))
          .hasSize(2);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private Run writingTo(OutputStream out, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    return new Run(Main.run(console, args), "", err.toString(StandardCharsets.UTF_8));
  }

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(message);
      }
    };
  }

  @Test
  void failsIfResultsCannotBeWrittenUnlessNobodyWantsThem() throws IOException {
    String uri = "file:" + dir.resolve("index");
    String file = Files.writeString(dir.resolve("a.tsv"), "1\t1\t1\n").toString();
    assertThat(Run.of("load", uri, file).code()).isZero();
    assertThat(writingTo(failing("Broken pipe"), "scan", uri, "--all"))
        .isEqualTo(new Run(0, "", ""));
    Run full = writingTo(failing("No space left on device"), "scan", uri, "--all");
    assertThat(full.code()).isEqualTo(1);
    assertThat(full.err()).isEqualTo("secindex: standard output: No space left on device\n");
  }
}

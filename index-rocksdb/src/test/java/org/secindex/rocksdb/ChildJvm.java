package org.secindex.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a main class with the class path of the tests. */
final class ChildJvm {
  private ChildJvm() {}

  /**
   * The lines that it prints. Its errors go to a file in the given directory (a newer JVM warns
   * there about native code), and are shown if it fails.
   */
  static List<String> lines(Path scratch, String jvmOption, Class<?> main, Path argument)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(jvmOption);
    command.add(main.getName());
    command.add(argument.toString());
    Path errors = scratch.resolve("errors.txt");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output + Files.readString(errors)).isZero();
    return output.lines().toList();
  }
}

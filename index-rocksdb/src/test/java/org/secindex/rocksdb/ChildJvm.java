package org.secindex.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs a main class with the class path of the tests.
 *
 * @param setting commands of the shell that runs before, as {@code ulimit -n 256}; may be empty
 * @param environment variables
 * @param options of the JVM
 */
record ChildJvm(String setting, Map<String, String> environment, List<String> options) {
  static ChildJvm with(String... options) {
    return new ChildJvm("", Map.of(), List.of(options));
  }

  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /**
   * The lines that it prints. Its errors go to a file in the given directory (a newer JVM warns
   * there about native code), and are shown if it fails.
   */
  List<String> lines(Path scratch, Class<?> main, Path argument)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (!setting.isEmpty()) {
      command.addAll(List.of("sh", "-c", setting + "; exec \"$@\"", "sh"));
    }
    command.addAll(List.of(System.getProperty("java.home") + "/bin/java", "-cp", classPath()));
    command.addAll(options);
    command.addAll(List.of(main.getName(), argument.toString()));
    Path errors = scratch.resolve("errors.txt");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output + Files.readString(errors)).isZero();
    return output.lines().toList();
  }
}

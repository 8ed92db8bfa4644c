package org.secindex.rocksdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs a main class with the class path of the tests, its error output joined to its output. */
final class ChildJvm {
  private ChildJvm() {}

  static Process start(String jvmOption, Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(jvmOption);
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}

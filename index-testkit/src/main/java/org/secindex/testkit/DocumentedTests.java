package org.secindex.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A document with a table of what is to be shown, and of the tests that show it: each row begins
 * with its number, and names tests of whatever module as {@code `FooTest#bar`}, or says {@code not
 * applicable: } and why.
 */
public final class DocumentedTests {
  private static final Pattern ROW = Pattern.compile("\\| \\d+ \\|.*");
  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)#(\\w+)`");
  private static final Pattern IS_TEST = Pattern.compile("@(Parameterized|Repeated)?Test\\b");

  private final Path project;

  private DocumentedTests(Path project) {
    this.project = project;
  }

  /**
   * Checks that the rows are numbered from 1 on, and that there is each test that they name.
   *
   * @param project where {@code docs} and the modules are
   * @param document its path from there
   * @param rows how many there must be
   * @throws AssertionError if not, with the row
   */
  public static void check(Path project, String document, int rows) throws IOException {
    List<String> table =
        Files.readAllLines(project.resolve(document)).stream()
            .filter(line -> ROW.matcher(line).matches())
            .toList();
    if (table.size() != rows) {
      throw new AssertionError(document + ": " + table.size() + " rows instead of " + rows);
    }
    DocumentedTests tests = new DocumentedTests(project);
    for (int i = 0; i < rows; i++) {
      String row = table.get(i);
      String problem =
          row.startsWith("| " + (i + 1) + " |") ? tests.problem(row) : "should be row " + (i + 1);
      if (!problem.isEmpty()) {
        throw new AssertionError(document + ": " + problem + ": " + row);
      }
    }
  }

  private String problem(String row) throws IOException {
    Matcher named = NAMED.matcher(row);
    boolean any = row.contains("not applicable: ");
    while (named.find()) {
      any = true;
      if (!isTest(named.group(1), named.group(2))) {
        return "there is no test " + named.group();
      }
    }
    return any ? "" : "names no test";
  }

  private boolean isTest(String type, String method) throws IOException {
    for (Path source : sources(type)) {
      String text = Files.readString(source);
      int at = text.indexOf(" void " + method + "(");
      // Annotations stand behind the empty line that parts the method from the one before it.
      if (at >= 0
          && IS_TEST
              .matcher(text.substring(Math.max(0, text.lastIndexOf("\n\n", at)), at))
              .find()) {
        return true;
      }
    }
    return false;
  }

  private List<Path> sources(String type) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path tests : modules()) {
      try (Stream<Path> files = Files.walk(tests)) {
        files.filter(file -> file.endsWith(type + ".java")).forEach(sources::add);
      }
    }
    return sources;
  }

  /** Where the tests of each module are. */
  private List<Path> modules() throws IOException {
    try (Stream<Path> folders = Files.list(project)) {
      return folders
          .map(folder -> folder.resolve("src/test/java"))
          .filter(Files::isDirectory)
          .toList();
    }
  }
}

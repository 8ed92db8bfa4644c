package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;

/** docs/xrootd-conformance.md has all the lines, and names tests that there are. */
class ConformanceTest {
  private static final java.util.regex.Pattern TEST =
      java.util.regex.Pattern.compile("`(\\w+Test)#(\\w+)`");

  @Test
  void everyLineNamesATestOrAReason() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("../docs/xrootd-conformance.md")).stream()
            .filter(line -> line.matches("\\| \\d+ \\|.*"))
            .toList();
    assertThat(rows).hasSize(42);
    for (int i = 0; i < rows.size(); i++) {
      String row = rows.get(i);
      assertThat(row).startsWith("| " + (i + 1) + " |");
      Matcher named = TEST.matcher(row);
      boolean any = row.contains("not applicable: ");
      while (named.find()) {
        any = true;
        assertThat(isTest(named.group(1), named.group(2))).as(row).isTrue();
      }
      assertThat(any).as(row).isTrue();
    }
  }

  private static boolean isTest(String type, String method) {
    for (String module : List.of("org.secindex.xrootd.client.", "org.secindex.xrootd.")) {
      try {
        return Arrays.stream(Class.forName(module + type).getDeclaredMethods())
            .anyMatch(m -> m.getName().equals(method));
      } catch (ClassNotFoundException e) {
        // In the other package, then.
      }
    }
    return false;
  }
}

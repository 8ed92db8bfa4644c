package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentedTestsTest {
  @TempDir Path project;

  @BeforeEach
  void write() throws IOException {
    Path tests = Files.createDirectories(project.resolve("module/src/test/java/org/a"));
    Files.writeString(
        tests.resolve("SomeTest.java"),
        """
        class SomeTest {
          @Test
          void first() {}

          /** With an argument. */
          @ParameterizedTest
          @ValueSource(ints = {1, 2})
          void second(int n) {}

          void noTest() {}
        }
        """);
  }

  private void check(String rows) throws IOException {
    String text = "# Title\n\n| | what | shown by |\n|---|---|---|\n" + rows;
    Files.writeString(project.resolve("table.md"), text);
    DocumentedTests.check(project, "table.md", 2);
  }

  @Test
  void rowsThatNameTestsOrAReason() throws IOException {
    check("| 1 | a | `SomeTest#first`, `SomeTest#second` |\n| 2 | b | not applicable: none |\n");
    assertThat(project.resolve("table.md")).exists();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "`SomeTest#first`, `SomeTest#third`; there is no test `SomeTest#third`: | 2 | b |",
        "`SomeTest#noTest`; there is no test `SomeTest#noTest`",
        "`OtherTest#first`; there is no test `OtherTest#first`",
        "by hand; names no test: | 2 | b | by hand |",
      })
  void rowsThatShowNothing(String shownBy, String problem) {
    assertThatThrownBy(() -> check("| 1 | a | `SomeTest#first` |\n| 2 | b | " + shownBy + " |\n"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("table.md: " + problem);
  }

  @Test
  void rowsThatAreMissingOrMisnumbered() {
    assertThatThrownBy(() -> check("| 1 | a | `SomeTest#first` |\n"))
        .hasMessage("table.md: 1 rows instead of 2");
    assertThatThrownBy(() -> check("| 1 | a | `SomeTest#first` |\n| 3 | b | `SomeTest#second` |\n"))
        .hasMessageStartingWith("table.md: should be row 2: | 3 |");
  }
}

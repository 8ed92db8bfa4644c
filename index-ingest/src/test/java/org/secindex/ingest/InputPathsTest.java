package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;

class InputPathsTest {
  @TempDir private Path dir;

  private List<String> expand(String... names) {
    return InputPaths.expand(List.of(names)).stream()
        .map(name -> name.replace(dir + "/", ""))
        .toList();
  }

  private void files(String... names) throws IOException {
    for (String name : names) {
      Path file = dir.resolve(name);
      Files.createDirectories(file.getParent());
      Files.createFile(file);
    }
  }

  @Test
  void leavesWhatNamesAFileAsItIs() {
    assertThat(expand("b", "-", "a", "b")).containsExactly("b", "-", "a", "b");
    assertThat(expand("no\u0000path")).containsExactly("no\u0000path");
  }

  @Test
  void takesTheFilesOfAFolderByName() throws IOException {
    files("d/chunk_9.tsv", "d/chunk_10.tsv", "d/B.tsv", "d/.part");
    assertThat(expand(dir + "/d", "x"))
        .containsExactly("d/B.tsv", "d/chunk_10.tsv", "d/chunk_9.tsv", "x");
  }

  @Test
  void refusesAFolderThatHoldsFolders() throws IOException {
    files("d/a.tsv", "d/more/b.tsv");
    assertThatThrownBy(() -> expand(dir + "/d"))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("has a folder inside, more; name the folders");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/d/*.tsv | d/a.tsv d/b.tsv",
        "/d/[ax].* | d/a.tsv",
        "/d/{b,c}.* | d/b.tsv d/c.csv",
        "/*/?.csv | d/c.csv",
        "/d/** | d/a.tsv d/b.tsv d/c.csv d/e/f.tsv",
        "/**.tsv | d/a.tsv d/b.tsv d/e/f.tsv",
        "/d/.*.tsv | d/.h.tsv",
      })
  void takesTheFilesThatMatchByPath(String pattern, String expected) throws IOException {
    files("d/a.tsv", "d/b.tsv", "d/c.csv", "d/e/f.tsv", "d/.h.tsv", "d/e/.g/i.tsv");
    assertThat(expand(dir + pattern)).containsExactly(expected.split(" ", -1));
  }

  @Test
  void matchesBelowTheWorkingFolder() {
    assertThat(InputPaths.expand(List.of("pom.x[m]l"))).containsExactly("pom.xml");
    assertThat(InputPaths.expand(List.of("./pom.x?l"))).containsExactly("./pom.xml");
  }

  @Test
  void takesAFileWithThatVeryName() throws IOException {
    files("a[1].tsv", "a1.tsv");
    assertThat(expand(dir + "/a[1].tsv")).containsExactly("a[1].tsv");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/empty", "/empty/*", "/none/*.tsv", "/empty/**"})
  void refusesWhatMatchesNothing(String name) throws IOException {
    files("empty/.hidden");
    assertThatThrownBy(() -> expand(dir + name))
        .isInstanceOf(IndexConfigException.class)
        .hasMessage(dir + name + ": there are no files");
  }

  /** Files behind a link would silently be missing. */
  @Test
  void takesTheFilesOfFoldersThatAreLinks() throws IOException {
    files("real/a.tsv", "d/plain/b.tsv");
    Files.createSymbolicLink(dir.resolve("d/link"), dir.resolve("real"));
    assertThat(expand(dir + "/d/*/*.tsv")).containsExactly("d/link/a.tsv", "d/plain/b.tsv");
    assertThat(expand(dir + "/d/**")).containsExactly("d/link/a.tsv", "d/plain/b.tsv");
    assertThat(expand(dir + "/d/link/*")).containsExactly("d/link/a.tsv");
  }

  @Test
  void looksNoDeeperThanFilesCanMatch() throws IOException {
    files("d/a.tsv", "d/e/b.tsv");
    Files.createSymbolicLink(dir.resolve("d/e/loop"), dir.resolve("d/e"));
    assertThat(expand(dir + "/d/*.tsv")).containsExactly("d/a.tsv");
    assertThat(expand(dir + "/d/e/*.tsv")).containsExactly("d/e/b.tsv");
    assertThatThrownBy(() -> expand(dir + "/d/**"))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("cannot be listed: ");
  }

  @Test
  void refusesWhatIsNoPattern() {
    for (String pattern : List.of("/[a", "/{a", "/[z-a]*")) {
      assertThatThrownBy(() -> expand(dir + pattern))
          .isInstanceOf(IndexConfigException.class)
          .hasMessageStartingWith(dir + pattern + ": no such file, and not a pattern: ");
    }
  }

  /** Its bytes would be shared out among two readers. */
  @Test
  void refusesTheStandardInputTwice() {
    assertThatThrownBy(() -> expand("-", "a", "-"))
        .isInstanceOf(IndexConfigException.class)
        .hasMessage("-: the standard input can be read once only");
  }

  /** As of a variable that is not set; it is the working folder by Java's rules. */
  @Test
  void refusesNoName() {
    assertThatThrownBy(() -> expand("a", ""))
        .isInstanceOf(IndexConfigException.class)
        .hasMessage("'': a file without a name");
  }
}

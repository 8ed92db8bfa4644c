package org.secindex.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexesTest {
  @Test
  void anUnknownSchemeNamesTheOnesFoundAndTheDependencyThatIsMissing() {
    assertThat(Indexes.providers()).isEmpty();
    assertThat(Indexes.unusable()).isEmpty();
    assertThatThrownBy(() -> Indexes.open("root://h//idx"))
        .isInstanceOf(IndexConfigException.class)
        .hasMessage(
            "no backend for scheme 'root'; found: none; add org.secindex:index-xrootd to the class path");
    assertThatThrownBy(() -> Indexes.state("lmdb:/x"))
        .isInstanceOf(IndexConfigException.class)
        .hasMessage("no backend for scheme 'lmdb'; found: none");
  }

  @Test
  void aBrokenBackendTakesNoOtherAwayAndIsNamedToWhoWantsIt(@TempDir Path classes)
      throws IOException {
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(IndexProvider.class.getName()),
        "TooNew\nNotThere\n" + WorkingProvider.class.getName() + "\n");
    // A class file of a Java that does not exist yet: version 255.
    Files.write(
        classes.resolve("TooNew.class"),
        new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, (byte) 0xff});
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      assertThat(Indexes.providers()).hasOnlyElementsOfType(WorkingProvider.class).hasSize(1);
      assertThat(Indexes.unusable())
          .satisfiesExactly(
              problem -> assertThat(problem).contains("TooNew"),
              problem -> assertThat(problem).contains("NotThere", "not found"));
      assertThat(Indexes.state("working:x")).isEqualTo(IndexState.ABSENT);
      assertThatThrownBy(() -> Indexes.open("rocksdb:/x"))
          .isInstanceOf(IndexConfigException.class)
          .hasMessageContaining("found: working")
          .hasMessageContaining("not usable: ")
          .hasMessageContaining("TooNew")
          .hasMessageContaining("NotThere");
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** A backend that finds nothing anywhere. */
  public static final class WorkingProvider implements IndexProvider {
    @Override
    public Set<String> schemes() {
      return Set.of("working");
    }

    @Override
    public String summary() {
      return "a backend for a test";
    }

    @Override
    public String example() {
      return "working:x";
    }

    @Override
    public String engine() {
      return "none";
    }

    @Override
    public List<IndexOption> options() {
      return List.of();
    }

    @Override
    public IndexState state(IndexUri uri) {
      return IndexState.ABSENT;
    }

    @Override
    public SecondaryIndex create(IndexUri uri, KeyDomain domain) {
      throw new IndexException("nothing can be made at " + uri);
    }

    @Override
    public SecondaryIndex open(IndexUri uri, Access access) {
      throw new IndexException("no index at " + uri);
    }

    @Override
    public void drop(IndexUri uri) {}
  }
}

package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;

class NativeLibraryTest {
  @TempDir Path directory;

  @Test
  void engineIsToldWithItsVersion() {
    assertThat(NativeLibrary.engine()).matches("rocksdbjni \\d+\\.\\d+\\.\\d+");
  }

  /** rocksdbjni unpacks its library into the temporary directory; here there is none. */
  @Test
  void whereItDoesNotLoadTheReasonIsOneLineAndDescriptionsStillWork()
      throws IOException, InterruptedException {
    List<String> output =
        ChildJvm.lines(
            directory,
            "-Djava.io.tmpdir=" + directory.resolve("missing"),
            Describe.class,
            directory.resolve("i"));
    assertThat(output).hasSize(3);
    assertThat(output.get(0)).startsWith("rocksdbjni ");
    assertThat(output.get(1))
        .startsWith("rocksdb: the native library of rocksdbjni ")
        .contains(System.getProperty("os.arch"))
        .contains("the other backends work without it");
    assertThat(output.get(2)).isEqualTo(output.get(1));
  }

  /** Runs in the child. */
  static final class Describe {
    private Describe() {}

    public static void main(String[] args) {
      RocksDbIndexProvider provider = new RocksDbIndexProvider();
      System.out.println(provider.engine());
      for (int i = 0; i < 2; i++) {
        try {
          provider.create(Path.of(args[0]), KeyDomain.SIGNED, RocksDbOptions.defaults()).close();
        } catch (IndexException e) {
          System.out.println(e.getMessage());
        }
      }
    }
  }
}

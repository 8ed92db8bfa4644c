package org.secindex.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.IndexException;

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
    Process process =
        ChildJvm.start(
            "-Djava.io.tmpdir=" + directory.resolve("missing"),
            Describe.class,
            directory.toString());
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output.lines().toList())
        .hasSize(3)
        .satisfies(
            lines -> {
              assertThat(lines.get(0)).startsWith("rocksdbjni ");
              assertThat(lines.get(1))
                  .startsWith("rocksdb: the native library of rocksdbjni ")
                  .contains(System.getProperty("os.arch"))
                  .contains("the other backends work without it");
              assertThat(lines.get(2)).isEqualTo(lines.get(1));
            });
  }

  /** Runs in the child. */
  static final class Describe {
    private Describe() {}

    public static void main(String[] args) {
      RocksDbIndexProvider provider = new RocksDbIndexProvider();
      System.out.println(provider.engine());
      for (int i = 0; i < 2; i++) {
        try {
          provider
              .create(
                  Path.of(args[0], "i"), org.secindex.api.KeyDomain.SIGNED, RocksDbOptions.DEFAULTS)
              .close();
          provider.open(Path.of(args[0], "i"), Access.READ, RocksDbOptions.DEFAULTS).close();
        } catch (IndexException e) {
          System.out.println(e.getMessage());
        }
      }
    }
  }
}

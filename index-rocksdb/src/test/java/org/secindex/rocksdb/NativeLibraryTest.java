package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  @Test
  void withoutATemporaryDirectoryTheReasonIsOneLine() throws Exception {
    Path missing = directory.resolve("missing");
    assertThat(refusal(ChildJvm.with("-Djava.io.tmpdir=" + missing)))
        .contains("NoSuchFileException")
        .contains("unpacked into " + missing);
  }

  /** As on a read-only file system: nobody, not even root, makes a directory there. */
  @Test
  void whereNothingCanBeUnpackedTheReasonIsOneLine() throws Exception {
    assumeThat(Path.of("/proc/self")).exists();
    assertThat(refusal(ChildJvm.with("-Djava.io.tmpdir=/proc/self/net")))
        .contains("unpacked into /proc/self/net")
        .contains("-Djava.io.tmpdir=DIR");
  }

  @Test
  void theLibraryOfAnotherProcessorIsRefusedByTheSystem() throws Exception {
    assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
    String other = System.getProperty("os.arch").equals("aarch64") ? "riscv64" : "aarch64";
    assertThat(refusal(ChildJvm.with("-Dos.arch=" + other))).contains("on Linux " + other);
    assertThat(leftBehind()).isEmpty();
  }

  /** The other C library, which is not here. */
  @Test
  void theLibraryForMuslIsRefusedByTheSystem() throws Exception {
    assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
    String musl = Boolean.toString(!org.rocksdb.util.Environment.isMuslLibc());
    ChildJvm child =
        new ChildJvm(
            "",
            Map.of("ROCKSDB_MUSL_LIBC", musl),
            List.of("-Djava.io.tmpdir=" + Files.createDirectory(directory.resolve("tmp"))));
    assertThat(refusal(child)).contains(musl.equals("true") ? "with musl" : "with glibc");
    assertThat(leftBehind()).isEmpty();
  }

  @Test
  void nothingIsLeftBehindInTheTemporaryDirectoryWhateverEndsTheProcess() throws Exception {
    assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    List<String> output =
        ChildJvm.with("-Djava.io.tmpdir=" + temporary)
            .lines(directory, ListWhileLoaded.class, directory.resolve("i"));
    assertThat(output).containsExactly("");
  }

  private List<String> leftBehind() throws IOException {
    try (var files = Files.walk(directory)) {
      return files.map(Path::toString).filter(file -> file.contains("secindex-rocksdb")).toList();
    }
  }

  /** What is said where the library does not load: the same each time, and the rest works. */
  private String refusal(ChildJvm child) throws IOException, InterruptedException {
    List<String> output = child.lines(directory, Describe.class, directory.resolve("i"));
    assertThat(output).hasSize(3);
    assertThat(output.get(0)).startsWith("rocksdbjni ");
    assertThat(output.get(1))
        .startsWith("rocksdb: the native library of rocksdbjni ")
        .contains("the other backends work without it");
    assertThat(output.get(2)).startsWith("rocksdb: the native library of rocksdbjni ");
    return output.get(1);
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

  /** Runs in the child: what is in the temporary directory once the library is in use. */
  static final class ListWhileLoaded {
    private ListWhileLoaded() {}

    public static void main(String[] args) {
      TestIndexes.create(Path.of(args[0]), KeyDomain.SIGNED).close();
      System.out.println(
          String.join(" ", new java.io.File(System.getProperty("java.io.tmpdir")).list()));
    }
  }
}

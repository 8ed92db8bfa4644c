package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.IndexException;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.EditedContent;
import org.secindex.testkit.Servers;

/**
 * Files and directories that may be read, or not even that. No permission binds root, so that root
 * looks at them as nobody.
 */
class PermissionTest {
  private static final EditedContent CONTENT = EditedContent.full(1);

  @TempDir Path parent;
  private Path index = Path.of("");

  @BeforeEach
  void makeIndex() throws Exception {
    index = parent.resolve("index");
    try (SecondaryIndex writer = CrashWork.open(index)) {
      writer.load(CONTENT.entries());
    }
    allow(parent, "rwxr-xr-x");
    List<String> said = asUnprivileged("read");
    Servers.require(
        said.equals(List.of("sound"))
            ? Optional.empty()
            : Optional.of("no unprivileged process can be started here: " + said));
  }

  @AfterEach
  void allowDeletion() throws IOException {
    allow(index, "rwxr-xr-x");
  }

  private static void allow(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  /** Copies, since where the classes lie nobody may be allowed to look. */
  private String classPath() throws IOException {
    String separator = System.getProperty("path.separator");
    List<String> copies = new ArrayList<>();
    for (String original : CrashWriter.classPath().split(separator, -1)) {
      Path root = Path.of(original);
      Path copy = parent.resolve("classes-" + copies.size() + "-" + root.getFileName());
      copies.add(copy.toString());
      if (Files.exists(copy)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.toList()) {
          Path to = copy.resolve(root.relativize(file).toString());
          Files.copy(file, file.equals(root) ? copy : to);
        }
      }
    }
    return String.join(separator, copies);
  }

  /** What {@link #main} says of the index. */
  private List<String> asUnprivileged(String work) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", classPath(), PermissionTest.class.getName()));
    command.addAll(List.of(work, index.toString()));
    Process process =
        new ProcessBuilder(command).directory(parent.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output.lines().toList();
  }

  /** Arguments: read or write, index. Says "sound", or why not. */
  public static void main(String[] args) {
    Path index = Path.of(args[1]);
    try (SecondaryIndex opened =
        args[0].equals("read") ? CrashWork.openToRead(index) : CrashWork.open(index)) {
      System.out.println(CONTENT.isIn(opened) ? "sound" : "a wrong answer");
    } catch (IndexException e) {
      System.out.println(e.getMessage());
    }
  }

  @Test
  void whoMayOnlyReadReads() throws Exception {
    allow(index, "r-xr-xr-x");
    assertThat(asUnprivileged("read")).containsExactly("sound");
    assertThat(asUnprivileged("write"))
        .singleElement()
        .asString()
        .startsWith(index.toString())
        .endsWith("permission denied");
  }

  @Test
  void whatMayNotBeReadIsNotAbsent() throws Exception {
    Path segment = TamperedFiles.file(index, "segment-");
    for (Path path : new Path[] {segment, TamperedFiles.file(index, "manifest-"), index}) {
      String before = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
      allow(path, "---------");
      assertThat(asUnprivileged("read"))
          .as("of %s", path)
          .singleElement()
          .asString()
          .startsWith(path.toString())
          .endsWith("permission denied");
      allow(path, before);
    }
    assertThat(asUnprivileged("read")).containsExactly("sound");
  }
}

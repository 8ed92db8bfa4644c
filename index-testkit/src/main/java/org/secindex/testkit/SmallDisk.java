package org.secindex.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file system in memory that gets full, or read-only. Mounting it takes root. */
public final class SmallDisk implements AutoCloseable {
  /** What files take space in, in bytes. */
  public static final int PAGE = 4096;

  private final Path path;

  private SmallDisk(Path path) {
    this.path = path;
  }

  /** Mounts one at a place that is not there yet; skips the test where that is not allowed. */
  public static SmallDisk mount(Path path, int pages) throws IOException, InterruptedException {
    Files.createDirectory(path);
    String failure =
        run("mount", "-t", "tmpfs", "-o", "size=" + pages * PAGE, "tmpfs", path.toString());
    Servers.require(
        failure.isEmpty()
            ? Optional.empty()
            : Optional.of("a small tmpfs cannot be mounted (root may): " + failure));
    return new SmallDisk(path);
  }

  /** Its root. */
  public Path path() {
    return path;
  }

  /** Leaves so many pages free, until the file that this returns is deleted. */
  public Path leaveFree(int pages) throws IOException {
    Path ballast = path.resolve("ballast");
    long free = Files.getFileStore(path).getUsableSpace() / PAGE;
    Files.write(ballast, new byte[Math.toIntExact(Math.max(0, free - pages) * PAGE)]);
    return ballast;
  }

  /** From now on nothing can be written. */
  public void makeReadOnly() throws IOException, InterruptedException {
    String failure = run("mount", "-o", "remount,ro", path.toString());
    if (!failure.isEmpty()) {
      throw new IOException(failure);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      run("umount", path.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs a command; its output if it fails, else nothing. */
  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? "" : command[0] + ": " + output.strip();
  }
}

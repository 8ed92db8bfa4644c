package org.secindex.tide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that appears under its name only when it is complete; until then it is a partial one. */
final class Replacement implements AutoCloseable {
  private final Path target;
  private final Path partial;

  private Replacement(Path target) {
    this.target = target;
    partial = target.resolveSibling(target.getFileName() + ".partial");
  }

  /**
   * Begins one.
   *
   * @throws TideException if the file exists and is not to be replaced
   */
  static Replacement of(Path target, boolean replace) {
    if (!replace && Files.exists(target)) {
      throw new TideException(target + ": exists already; it is not replaced unless told so");
    }
    return new Replacement(target);
  }

  /** Where it is to be written. */
  Path partial() {
    return partial;
  }

  /** Gives it its name. */
  void publish() {
    try {
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new TideException(target + ": cannot be made of " + partial + ": " + e.getMessage(), e);
    }
  }

  /** Removes what was not published. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(partial);
    } catch (IOException e) {
      throw new TideException(partial + ": cannot be removed: " + e.getMessage(), e);
    }
  }
}

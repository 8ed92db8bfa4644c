package org.secindex.tide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

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
   * @param sources what it is made of
   * @throws TideException if the file exists and is not to be replaced, or is one of the sources
   */
  static Replacement of(Path target, boolean replace, List<TideSource> sources) {
    if (!replace && Files.exists(target)) {
      throw new TideException(target + ": exists already; it is not replaced unless told so");
    }
    for (TideSource source : sources) {
      if (isFile(source.name(), target)) {
        throw new TideException(
            target + ": is the log that is read, which is never replaced; name another file");
      }
    }
    return new Replacement(target);
  }

  /** Whether a name of a source is that of a file, perhaps in another way. */
  private static boolean isFile(String name, Path file) {
    try {
      Path path = Path.of(name);
      return Files.exists(file) && Files.exists(path) && Files.isSameFile(path, file);
    } catch (InvalidPathException e) {
      // An address, or whatever else the source is called.
      return false;
    } catch (IOException e) {
      throw new TideException(file + ": cannot be looked at: " + e.getMessage(), e);
    }
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

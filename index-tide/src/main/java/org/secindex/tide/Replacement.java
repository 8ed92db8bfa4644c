package org.secindex.tide;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * A file that appears under its name only when it is complete; until then it is a partial one,
 * which nobody else writes meanwhile. It is never one of the logs that it is made of.
 */
final class Replacement implements AutoCloseable {
  private final Path target;
  private final Path partial;
  private final boolean replace;

  private Replacement(Path target, Path partial, boolean replace) {
    this.target = target;
    this.partial = partial;
    this.replace = replace;
  }

  /**
   * Begins one, with an empty partial file.
   *
   * @param inputs what it is made of
   * @throws TideException if the file exists and is not to be replaced, if it is an input, or if
   *     there is a partial file already
   */
  static Replacement of(Path target, boolean replace, List<TideSource> inputs) {
    Path partial = target.resolveSibling(target.getFileName() + ".partial");
    for (TideSource input : inputs) {
      refuse(target, input);
      refuse(partial, input);
    }
    Replacement replacement = new Replacement(target, partial, replace);
    replacement.checkTarget();
    try {
      Files.createFile(partial);
    } catch (FileAlreadyExistsException e) {
      throw new TideException(
          partial
              + ": is there already, of a run that was killed or is still going on; remove it if"
              + " none is",
          e);
    } catch (IOException e) {
      throw new TideException(partial + ": cannot be created: " + e.getMessage(), e);
    }
    return replacement;
  }

  private static void refuse(Path path, TideSource input) {
    try {
      if (input.isFile(path)) {
        throw new TideException(
            path + ": is the log that is read, which is never replaced; name another file");
      }
    } catch (IOException e) {
      throw new TideException(path + ": cannot be looked at: " + e.getMessage(), e);
    }
  }

  private void checkTarget() {
    if (!replace && Files.exists(target)) {
      throw new TideException(target + ": exists already; it is not replaced unless told so");
    }
  }

  /** Where it is to be written. */
  Path partial() {
    return partial;
  }

  /** Gives it its name, durably. */
  void publish() {
    checkTarget();
    try {
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
      LogFile.syncDirectoryOf(target);
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

package org.secindex.cli;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.secindex.api.IndexConfigException;
import org.secindex.tide.TideException;
import org.secindex.tide.TideSource;

/** Where logs are read from. */
final class TideFiles {
  private TideFiles() {}

  /**
   * Opens a log, of whose reading the progress is shown.
   *
   * @param task what is done, as the progress names it
   * @param name a file, an address as {@code root://host//data/log.tide}, or {@code -} for the
   *     standard input, which is copied to a temporary file
   * @throws TideException if it cannot be opened
   */
  static WatchedSource open(Console console, String task, String name) {
    TideSource source = open(console, name);
    try {
      return new WatchedSource(
          source, Progress.inBytes(console, task, OptionalLong.of(source.size())));
    } catch (IOException e) {
      throw new TideException(name + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static TideSource open(Console console, String name) {
    if (name.equals("-")) {
      return TideSource.spool("-", console.in());
    }
    return name.contains("://") ? XrootdTideSource.open(name) : TideSource.open(path(name));
  }

  /** A file of this machine. */
  static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new IndexConfigException("'" + name + "' is no file name: " + e.getMessage());
    }
  }
}

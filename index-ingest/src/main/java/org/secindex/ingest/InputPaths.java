package org.secindex.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;

/** What users name as inputs, to the files that are meant. */
final class InputPaths {
  private InputPaths() {}

  /**
   * Replaces folders and patterns by the files in them; what names a file stays as it is, and so
   * does the order of the names.
   *
   * <p>A folder means its files, sorted by name. Files whose name begins with a dot are left out; a
   * folder inside is an error, since its files would silently be missing. A pattern, as {@code
   * data/chunk_*.tsv} or {@code data/**.gz}, means the files that match it, by the rules of {@link
   * java.nio.file.FileSystem#getPathMatcher glob}, sorted by path; what begins with a dot matches
   * only a pattern that says so. What exists under its literal name is no pattern.
   *
   * @throws IndexConfigException if a folder or pattern has no files, a name is empty, or the
   *     standard input is named twice
   */
  static List<String> expand(List<String> names) {
    if (Collections.frequency(names, InputFile.STANDARD_INPUT) > 1) {
      throw new IndexConfigException("-: the standard input can be read once only");
    }
    List<String> files = new ArrayList<>();
    for (String name : names) {
      try {
        if (name.isEmpty()) {
          throw new IndexConfigException("'': a file without a name");
        } else if (name.equals(InputFile.STANDARD_INPUT)) {
          files.add(name);
        } else if (isPattern(name) && !Files.exists(Path.of(name))) {
          files.addAll(matching(name));
        } else if (Files.isDirectory(Path.of(name))) {
          files.addAll(inFolder(name));
        } else {
          files.add(name);
        }
      } catch (InvalidPathException e) {
        // Opening it will say so.
        files.add(name);
      } catch (IOException | UncheckedIOException e) {
        throw new IndexException(name + ": cannot be listed: " + e, e);
      }
    }
    return files;
  }

  private static boolean isPattern(String name) {
    return name.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
  }

  private static List<String> inFolder(String name) throws IOException {
    List<Path> all;
    try (Stream<Path> list = Files.list(Path.of(name))) {
      all = list.filter(path -> !isHidden(path)).toList();
    }
    for (Path path : all) {
      if (Files.isDirectory(path)) {
        throw new IndexConfigException(
            name
                + ": has a folder inside, "
                + path.getFileName()
                + "; name the folders one by one, or a pattern as '"
                + Path.of(name).resolve("**")
                + "'");
      }
    }
    return sorted(all.stream(), name);
  }

  private static List<String> matching(String pattern) throws IOException {
    PathMatcher matcher = matcher(pattern);
    Predicate<Path> wanted =
        path ->
            matcher.matches(path)
                && (pattern.contains("/.") || !anyHidden(path))
                && !Files.isDirectory(path);
    int slash = lastPlainSlash(pattern);
    Path start = Path.of(slash < 0 ? "." : slash == 0 ? "/" : pattern.substring(0, slash));
    if (!Files.isDirectory(start)) {
      return sorted(Stream.empty(), pattern);
    }
    // No deeper than files can match: what lies there may be closed to us, and is not asked for.
    int depth =
        pattern.contains("**")
            ? Integer.MAX_VALUE
            : Path.of(pattern.substring(slash + 1)).getNameCount();
    try (Stream<Path> walk = Files.walk(start, depth, FileVisitOption.FOLLOW_LINKS)) {
      // Paths below the working folder come as ./a where the pattern has just a.
      return sorted(
          walk.map(path -> pattern.startsWith("./") ? path : withoutDot(path)).filter(wanted),
          pattern);
    }
  }

  private static PathMatcher matcher(String pattern) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    } catch (PatternSyntaxException e) {
      throw new IndexConfigException(
          pattern + ": no such file, and not a pattern: " + e.getDescription());
    }
  }

  private static Path withoutDot(Path path) {
    return path.startsWith(".") && path.getNameCount() > 1
        ? path.subpath(1, path.getNameCount())
        : path;
  }

  /** Where the folder ends below which all matches lie; -1 if that is the working folder. */
  private static int lastPlainSlash(String pattern) {
    int meta = 0;
    while ("*?[{".indexOf(pattern.charAt(meta)) < 0) {
      meta++;
    }
    return pattern.lastIndexOf('/', meta);
  }

  private static boolean isHidden(Path path) {
    return String.valueOf(path.getFileName()).startsWith(".");
  }

  private static boolean anyHidden(Path path) {
    for (Path part : path) {
      String name = part.toString();
      if (name.startsWith(".") && !name.equals(".") && !name.equals("..")) {
        return true;
      }
    }
    return false;
  }

  private static List<String> sorted(Stream<Path> paths, String name) {
    List<String> files = paths.map(Path::toString).sorted().toList();
    if (files.isEmpty()) {
      throw new IndexConfigException(name + ": there are no files");
    }
    return files;
  }
}

package org.secindex.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is done to a directory and everything in it. Symbolic links are not followed. */
final class FileTree {
  private FileTree() {}

  /** Does nothing if it does not exist. */
  static void delete(Path root) throws IOException {
    List<Path> deepestFirst = new ArrayList<>(paths(root));
    Collections.reverse(deepestFirst);
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }

  static void chown(Path root, String user) throws IOException {
    UserPrincipal owner =
        root.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user);
    for (Path path : paths(root)) {
      Files.setOwner(path, owner);
    }
  }

  private static List<Path> paths(Path root) throws IOException {
    if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.collect(Collectors.toList());
    }
  }
}

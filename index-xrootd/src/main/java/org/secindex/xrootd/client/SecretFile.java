package org.secindex.xrootd.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** A file that nobody but its owner may read. */
final class SecretFile {
  private static final long LARGEST = 1 << 20;

  private SecretFile() {}

  /**
   * Its text.
   *
   * @param what it is, for messages
   * @param groupMayRead whether its group may, too
   * @throws NoCredential if it cannot be read, or others may read or change it
   */
  static String read(Path file, String what, boolean groupMayRead) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new NoCredential("no " + what + " at " + file);
      }
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Set<PosixFilePermission> open = Files.getPosixFilePermissions(file);
        open.remove(PosixFilePermission.OWNER_READ);
        open.remove(PosixFilePermission.OWNER_WRITE);
        open.remove(PosixFilePermission.OWNER_EXECUTE);
        if (groupMayRead) {
          open.remove(PosixFilePermission.GROUP_READ);
        }
        if (!open.isEmpty()) {
          throw new NoCredential(
              what + " " + file + " is open to others; chmod 600 it, for it is a secret");
        }
      }
      if (Files.size(file) > LARGEST) {
        throw new NoCredential(what + " " + file + " is too large to be one");
      }
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new NoCredential(what + " " + file + " cannot be read: " + e.getMessage());
    }
  }
}

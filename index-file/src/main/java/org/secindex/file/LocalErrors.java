package org.secindex.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.secindex.api.IndexException;

/** Says in one line what a file system would not do. */
final class LocalErrors {
  private LocalErrors() {}

  static IndexException of(String what, Path path, IOException e) {
    return new IndexException(path + ": " + what + ": " + reason(e), e);
  }

  private static String reason(IOException e) {
    if (e instanceof ClosedByInterruptException) {
      return "the thread was interrupted";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "it exists already";
    }
    if (e instanceof FileSystemException named && named.getReason() != null) {
      return named.getReason();
    }
    return String.valueOf(e.getMessage());
  }
}

package org.secindex.bench;

import java.io.IOException;
import java.nio.file.FileSystemException;
import org.secindex.api.IndexException;

/** Why something failed, in one line. */
final class Reason {
  private Reason() {}

  /** Our own messages say it all; of others the kind says more, as {@code NoSuchFileException}. */
  static String of(Throwable e) {
    boolean ours =
        e instanceof IndexException
            || e instanceof Targets.Unavailable
            || (e instanceof IOException && !(e instanceof FileSystemException));
    String text = ours ? String.valueOf(e.getMessage()) : e.toString();
    return text.lines().findFirst().orElse("");
  }
}

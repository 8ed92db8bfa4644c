package org.secindex.ingest;

import java.io.IOException;

/** Compressed input that is empty, cut, damaged, or followed by something else. */
final class DamagedArchiveException extends IOException {
  private static final long serialVersionUID = 1;

  DamagedArchiveException(String problem) {
    super(problem);
  }

  DamagedArchiveException(String problem, Throwable cause) {
    super(problem, cause);
  }
}

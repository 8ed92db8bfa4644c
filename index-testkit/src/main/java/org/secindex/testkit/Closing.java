package org.secindex.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Closes several things, each of them whatever became of the others. */
final class Closing {
  private Closing() {}

  /** Throws the first failure, to which the later ones are added. */
  static void all(List<? extends Closeable> resources) throws IOException {
    @Nullable IOException first = null;
    for (Closeable resource : resources) {
      try {
        resource.close();
      } catch (IOException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}

package org.secindex.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.KilledWriter;

/** The process that is killed: it does one piece of {@link CrashWork} after the other. */
final class CrashWriter {
  private CrashWriter() {}

  /** Starts with the piece of that number. */
  static KilledWriter start(CrashWork work, Path directory, int first) throws IOException {
    return KilledWriter.start(
        ChildJvm.classPath(), CrashWriter.class, first, work.name(), directory.toString());
  }

  /** Arguments: number of the first piece, work, directory. Never returns by itself. */
  public static void main(String[] args) {
    CrashWork work = CrashWork.valueOf(args[1]);
    Path directory = Path.of(args[2]);
    Path at = null;
    SecondaryIndex index = null;
    NativeLibrary.load();
    for (int piece = Integer.parseInt(args[0]); ; piece++) {
      KilledWriter.sayBegin(piece);
      Path next = work.index(directory, piece);
      if (index == null || !next.equals(at)) {
        if (index != null) {
          index.close();
        }
        index = work.open(next);
        at = next;
      }
      work.apply(index, piece);
      KilledWriter.sayDone(piece);
    }
  }
}

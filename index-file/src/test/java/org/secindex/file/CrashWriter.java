package org.secindex.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.KilledWriter;

/** The process that is killed: it does one piece of {@link CrashWork} after the other. */
final class CrashWriter {
  private CrashWriter() {}

  /** Starts with the piece of that number. */
  static KilledWriter start(CrashWork work, Path directory, int first) throws IOException {
    return KilledWriter.start(
        classPath(), CrashWriter.class, first, work.name(), directory.toString());
  }

  /** What a process needs that knows nothing but indexes of files. */
  static String classPath() {
    return Stream.of(
            SecondaryIndex.class, SegmentIndex.class, KilledWriter.class, CrashWriter.class)
        .map(type -> type.getProtectionDomain().getCodeSource().getLocation().toString())
        .map(location -> Path.of(java.net.URI.create(location)).toString())
        .collect(Collectors.joining(System.getProperty("path.separator")));
  }

  /** Arguments: number of the first piece, work, directory. Never returns by itself. */
  public static void main(String[] args) {
    CrashWork work = CrashWork.valueOf(args[1]);
    Path directory = Path.of(args[2]);
    Path at = null;
    SecondaryIndex index = null;
    for (int piece = Integer.parseInt(args[0]); ; piece++) {
      work.prepare(directory, piece);
      KilledWriter.sayBegin(piece);
      Path next = work.index(directory, piece);
      if (index == null || !next.equals(at)) {
        if (index != null) {
          index.close();
        }
        index = CrashWork.open(next);
        at = next;
      }
      work.apply(index, directory, piece);
      KilledWriter.sayDone(piece);
    }
  }
}

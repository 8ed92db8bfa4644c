package org.secindex.ingest;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.secindex.api.KeyDomain;

/** A process that writes a file, says so, and never ends by itself. Argument: the file. */
final class EndlessExport {
  private EndlessExport() {}

  public static void main(String[] args) {
    Export.write(
        into -> {
          System.out.print('.');
          System.out.flush();
          while (true) {
            LockSupport.park();
          }
        },
        KeyDomain.SIGNED,
        Path.of(args[0]),
        Optional.empty());
  }
}

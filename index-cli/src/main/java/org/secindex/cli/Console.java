package org.secindex.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Where a command reads and writes.
 *
 * @param in what {@code -} reads
 * @param out results, and nothing else; buffered, flushed at the end
 * @param err everything else
 * @param terminal whether {@code err} is a terminal, where a line may be redrawn
 */
record Console(InputStream in, OutputStream out, PrintStream err, boolean terminal) {
  private static final String NAME = "secindex: ";

  /** Says something to the user, each line under the command's name. */
  void say(String message) {
    err.println(NAME + message.replace("\n", "\n" + NAME));
  }
}

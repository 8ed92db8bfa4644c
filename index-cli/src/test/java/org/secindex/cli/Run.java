package org.secindex.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** One call of the command in this process. */
record Run(int code, String out, String err) {
  static Run of(String... args) {
    return withInput("", args);
  }

  static Run withInput(String in, String... args) {
    return withInput(in.getBytes(StandardCharsets.UTF_8), args);
  }

  static Run withInput(byte[] in, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new ByteArrayInputStream(in),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    int code = Main.run(console, args);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}

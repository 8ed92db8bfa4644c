package org.secindex.ingest;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;

/** Writes {@link BadRows}. */
final class BadRowFile implements AutoCloseable {
  private final BadRows rows;
  private final OutputStream out;
  private long count;

  /**
   * @throws IndexConfigException if the file is one of the inputs
   */
  BadRowFile(BadRows rows, List<String> inputs) {
    this.rows = rows;
    try {
      for (String input : inputs) {
        if (isSame(input)) {
          throw new IndexConfigException(
              rows.file() + ": bad rows would be written over this input; name another file");
        }
      }
      out = new BufferedOutputStream(Files.newOutputStream(rows.file()));
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private boolean isSame(String input) throws IOException {
    try {
      return !input.equals(InputFile.STANDARD_INPUT)
          && Files.exists(rows.file())
          && Files.exists(Path.of(input))
          && Files.isSameFile(rows.file(), Path.of(input));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /**
   * Writes one.
   *
   * @param line where the row begins in the file
   * @throws MalformedInputException if it is one too many
   */
  void add(String file, long line, RowProblem problem) {
    if (count == rows.most()) {
      close();
      throw new MalformedInputException(
          file,
          line,
          problem.column(),
          problem.reason()
              + "; "
              + rows.most()
              + " bad rows before it are in "
              + rows.file()
              + ", no more are allowed (--max-errors)");
    }
    count++;
    String start = file + ":" + line + "\t" + problem.column() + "\t" + problem.reason() + "\t";
    try {
      out.write(start.getBytes(StandardCharsets.UTF_8));
      out.write(problem.bytes());
      out.write('\n');
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** How many there were. */
  long count() {
    return count;
  }

  private IndexException failure(IOException e) {
    return new IndexException(rows.file() + ": bad rows cannot be written: " + e, e);
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw failure(e);
    }
  }
}

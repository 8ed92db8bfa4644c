package org.secindex.ingest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Refuses a carriage return that no line feed follows, outside of double quotes. A CSV parser takes
 * one for the end of a line; in a catalogue it is the mark of a damaged or joined file.
 */
final class CarriageReturns extends FilterInputStream {
  private final String file;
  private long line = 1;
  private boolean quoted;
  private boolean pending;

  CarriageReturns(String file, InputStream in) {
    super(in);
    this.file = file;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int n = read(one, 0, 1);
    return n < 0 ? n : one[0] & 0xff;
  }

  @Override
  public int read(byte[] b, int offset, int length) throws IOException {
    int n = in.read(b, offset, length);
    for (int i = offset; i < offset + n; i++) {
      byte c = b[i];
      if (pending && c != '\n') {
        throw new MalformedInputException(
            file,
            line,
            0,
            "a carriage return (\\x0D) without a line feed; lines must end with LF or CR LF");
      }
      pending = c == '\r' && !quoted;
      if (c == '\n') {
        line++;
      } else if (c == '"') {
        // A doubled quote inside a quoted field ends and begins it again, which comes to the same.
        quoted = !quoted;
      }
    }
    return n;
  }
}

package org.secindex.ingest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** {@link Format#BINARY}. A row is a record, and its line is the record's number. */
final class BinaryRows implements RowSyntax {
  /** Key, chunk and subchunk. */
  static final int RECORD = 16;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  @Override
  public int endOfFirstRow(byte[] b, int from, int to) {
    return to - from < RECORD ? -1 : from + RECORD;
  }

  @Override
  public int endOfLastRow(byte[] b, int from, int to) {
    return to - (to - from) % RECORD;
  }

  @Override
  public boolean isComment(byte[] b, int from, int to) {
    return false;
  }

  @Override
  public List<String> names(byte[] b, int from, int to) {
    throw new IllegalStateException("binary input has no header");
  }

  @Override
  public void parse(byte[] b, int from, int to, RowParser parser, ParsedRows into) {
    for (int p = from; p < to; p += RECORD) {
      try {
        parser.record(
            (long) LONG.get(b, p), (int) INT.get(b, p + 8), (int) INT.get(b, p + 12), into);
      } catch (BadRowException e) {
        into.problem(e.column(), e.reason(), Arrays.copyOfRange(b, p, p + RECORD), false);
        if (parser.stopsAtProblems()) {
          return;
        }
      }
      into.lines++;
    }
  }
}

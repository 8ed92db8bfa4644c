package org.secindex.xrootd;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.secindex.api.IndexException;
import org.secindex.file.SegmentSink;
import org.secindex.xrootd.client.XrootdException;
import org.secindex.xrootd.client.XrootdFile;

/** Writes a new file on a server, several pieces under way at a time. */
final class XrootdSink implements SegmentSink {
  private static final int PIECES = 4;

  private record Piece(ByteBuffer data, CompletableFuture<Void> written) {}

  private final XrootdFile file;
  private final boolean sync;
  private final Deque<Piece> underWay = new ArrayDeque<>();
  private long length;

  XrootdSink(XrootdFile file, boolean sync) {
    this.file = file;
    this.sync = sync;
  }

  @Override
  public void write(ByteBuffer from) {
    // Copied, because the caller goes on filling its buffer while this is sent.
    ByteBuffer data = buffer(from.remaining());
    int n = from.remaining();
    data.put(from).flip();
    try {
      underWay.add(new Piece(data, file.writeAsync(length, data)));
    } catch (XrootdException e) {
      throw XrootdErrors.of(file.url(), e);
    }
    length += n;
  }

  /** A buffer of a piece that has been written, or a new one. */
  private ByteBuffer buffer(int capacity) {
    if (underWay.size() == PIECES) {
      ByteBuffer used = awaitFirst();
      if (used.capacity() >= capacity) {
        return used.clear();
      }
    }
    return ByteBuffer.allocateDirect(capacity);
  }

  private ByteBuffer awaitFirst() {
    Piece first = underWay.remove();
    try {
      first.written.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof XrootdException cause) {
        throw XrootdErrors.of(file.url(), cause);
      }
      throw new IndexException(file.url() + ": cannot be written: " + e.getCause(), e);
    }
    return first.data;
  }

  @Override
  public void finish() {
    while (!underWay.isEmpty()) {
      awaitFirst();
    }
    try {
      if (sync) {
        file.sync();
      }
      file.close();
    } catch (XrootdException e) {
      throw XrootdErrors.of(file.url(), e);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (XrootdException e) {
      throw XrootdErrors.of(file.url(), e);
    }
  }
}

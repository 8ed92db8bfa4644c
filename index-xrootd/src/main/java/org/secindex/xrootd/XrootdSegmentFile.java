package org.secindex.xrootd;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.file.SegmentFile;
import org.secindex.xrootd.client.XrootdException;
import org.secindex.xrootd.client.XrootdFile;

/** A file open for reading on a server; the client opens it again if the connection is lost. */
final class XrootdSegmentFile implements SegmentFile {
  private final XrootdFile file;

  XrootdSegmentFile(XrootdFile file) {
    this.file = file;
  }

  @Override
  public long size() {
    return file.size();
  }

  @Override
  public void read(long offset, ByteBuffer into) {
    int length = into.remaining();
    try {
      // An interrupt must not end the waiting: the buffer is still being filled, and the caller
      // would use it again.
      file.readAsync(offset, into).join();
    } catch (CompletionException e) {
      requireDone(e);
    }
    requireFull(offset + length, into);
  }

  private void requireFull(long end, ByteBuffer into) {
    if (into.hasRemaining()) {
      throw new CorruptIndexException(
          file.url()
              + ":"
              + (end - into.remaining())
              + ": the file ends here, "
              + into.remaining()
              + " bytes too early");
    }
  }

  @Override
  public CompletableFuture<?> readMany(long[] offsets, int[] lengths, ByteBuffer into) {
    if (offsets.length == 1) {
      return file.readAsync(offsets[0], into)
          .handle(
              (n, failure) -> {
                requireDone(failure);
                requireFull(offsets[0] + lengths[0], into);
                return n;
              });
    }
    ByteBuffer[] parts = new ByteBuffer[offsets.length];
    int at = into.position();
    for (int i = 0; i < parts.length; i++) {
      parts[i] = into.slice(at, lengths[i]);
      at += lengths[i];
    }
    return file.readvAsync(offsets, parts)
        .handle(
            (none, failure) -> {
              requireDone(failure);
              return parts.length;
            });
  }

  private void requireDone(@Nullable Throwable failure) {
    if (failure == null) {
      return;
    }
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof XrootdException e) {
      throw XrootdErrors.of(file.url(), e);
    }
    throw new IndexException(file.url() + ": cannot be read: " + cause, cause);
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

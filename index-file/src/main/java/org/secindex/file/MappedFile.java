package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.secindex.api.IndexException;

/**
 * A local file whose small reads are copies from mapped memory. Large ones, as of a scan, are left
 * to the channel: a call of the system is nothing beside them, it reads ahead, and it keeps the
 * scan out of the memory of this process. So are those that fail, since the channel can tell why.
 */
final class MappedFile implements SegmentFile {
  private static final int LARGEST_COPY = 64 << 10;

  private final LocalFile file;
  private final Mapping mapping;

  /** Takes both over. */
  MappedFile(LocalFile file, Mapping mapping) {
    this.file = file;
    this.mapping = mapping;
  }

  @Override
  public long size() {
    return file.size();
  }

  @Override
  public void read(long offset, ByteBuffer into) {
    int at = into.position();
    int length = into.remaining();
    boolean copied =
        length <= LARGEST_COPY
            && length >= Mapping.SMALLEST_COPY
            && offset + length <= mapping.size()
            && mapping.copy((int) offset, into, at, length);
    if (copied) {
      into.position(at + length);
    } else {
      file.read(offset, into);
    }
  }

  @Override
  public CompletableFuture<?> readMany(long[] offsets, int[] lengths, ByteBuffer into) {
    try {
      for (int i = 0; i < offsets.length; i++) {
        read(offsets[i], into.limit(into.position() + lengths[i]));
      }
      return CompletableFuture.completedFuture(null);
    } catch (IndexException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void close() {
    try (file) {
      mapping.close();
    }
  }
}

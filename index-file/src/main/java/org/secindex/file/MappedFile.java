package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.secindex.api.IndexException;

/**
 * A local file whose small reads are copies from mapped memory, but for the first of each page:
 * that is left to the channel, which fetches what is asked for, whereas a fault of the mapping
 * fetches all that the system reads ahead, 128 KiB or far more. Large reads, as of a scan, are left
 * to the channel, too: a call of the system is nothing beside them, and the scan stays out of the
 * memory of this process. So are reads that fail, since the channel can tell why.
 */
final class MappedFile implements SegmentFile {
  private static final int LARGEST_COPY = 64 << 10;
  private static final int PAGE_BITS = 12;

  private final LocalFile file;
  private final Mapping mapping;

  /**
   * A bit for each page that the channel has read. Not guarded: a bit that is lost to another
   * thread costs one more call of the system.
   */
  private final long[] seen;

  /** Takes both over. */
  MappedFile(LocalFile file, Mapping mapping) {
    this.file = file;
    this.mapping = mapping;
    seen = new long[(mapping.size() >>> (PAGE_BITS + 6)) + 1];
  }

  @Override
  public long size() {
    return file.size();
  }

  @Override
  public void read(long offset, ByteBuffer into) {
    int at = into.position();
    int length = into.remaining();
    boolean small =
        length <= LARGEST_COPY
            && length >= Mapping.SMALLEST_COPY
            && offset + length <= mapping.size();
    if (small && seen(offset, length) && mapping.copy((int) offset, into, at, length)) {
      into.position(at + length);
    } else {
      file.read(offset, into);
    }
  }

  /** Whether all pages of a range had been read; from now on they count as such. */
  private boolean seen(long offset, int length) {
    boolean all = true;
    int last = (int) ((offset + length - 1) >>> PAGE_BITS);
    for (int page = (int) (offset >>> PAGE_BITS); page <= last; page++) {
      long bit = 1L << page;
      if ((seen[page >>> 6] & bit) == 0) {
        seen[page >>> 6] |= bit;
        all = false;
      }
    }
    return all;
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

package org.secindex.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;

/** Positional reads of a local file. */
final class LocalFile implements SegmentFile {
  private final Path path;
  private final FileChannel channel;

  LocalFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  @Override
  public long size() {
    try {
      return channel.size();
    } catch (IOException e) {
      throw LocalErrors.of("cannot read", path, e);
    }
  }

  @Override
  public void read(long offset, ByteBuffer into) {
    long at = offset;
    try {
      while (into.hasRemaining()) {
        int n = channel.read(into, at);
        if (n < 0) {
          throw new CorruptIndexException(
              path + ":" + at + ": the file ends here, " + into.remaining() + " bytes too early");
        }
        at += n;
      }
    } catch (IOException e) {
      throw LocalErrors.of("cannot read", path, e);
    }
  }

  @Override
  public CompletableFuture<?> readMany(long[] offsets, int[] lengths, ByteBuffer into) {
    try {
      int end = into.position();
      for (int i = 0; i < offsets.length; i++) {
        end += lengths[i];
        read(offsets[i], into.limit(end));
      }
      return CompletableFuture.completedFuture(null);
    } catch (IndexException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw LocalErrors.of("cannot close", path, e);
    }
  }
}

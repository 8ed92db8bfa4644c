package org.secindex.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.secindex.tide.TideException;
import org.secindex.tide.TideSource;

/** Shows how far a log has been read: the farthest byte so far, of how many there are. */
final class WatchedSource implements TideSource {
  private final TideSource source;
  private final Progress progress;
  private long farthest;

  WatchedSource(TideSource source, Progress progress) {
    this.source = source;
    this.progress = progress;
  }

  @Override
  public String name() {
    return source.name();
  }

  @Override
  public long size() throws IOException {
    return source.size();
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    int read = source.read(position, into);
    reached(position + Math.max(0, read));
    return read;
  }

  private synchronized void reached(long position) {
    if (position > farthest) {
      farthest = position;
      progress.at(position);
    }
  }

  @Override
  public boolean isFile(Path path) throws IOException {
    return source.isFile(path);
  }

  @Override
  public void close() {
    progress.close();
    try {
      source.close();
    } catch (IOException e) {
      throw new TideException(name() + ": cannot be closed: " + e.getMessage(), e);
    }
  }
}

package org.secindex.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Appends to a new local file. */
final class LocalSink implements SegmentSink {
  private final Path path;
  private final FileChannel channel;
  private final boolean sync;

  LocalSink(Path path, FileChannel channel, boolean sync) {
    this.path = path;
    this.channel = channel;
    this.sync = sync;
  }

  @Override
  public void write(ByteBuffer from) {
    try {
      while (from.hasRemaining()) {
        channel.write(from);
      }
    } catch (IOException e) {
      throw LocalErrors.of("cannot write", path, e);
    }
  }

  @Override
  public void finish() {
    try {
      if (sync) {
        channel.force(true);
      }
    } catch (IOException e) {
      throw LocalErrors.of("cannot write", path, e);
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

package org.secindex.tide;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.secindex.tide.TideParser.Event;

/** Entries as they lie in the file, found by going through all of them. */
final class ScanCursor implements TideCursor {
  private final LogWalk walk;
  private final TideQuery query;
  private final boolean takesAll;

  ScanCursor(LogWalk walk, TideQuery query) {
    this.walk = walk;
    this.query = query;
    takesAll = query.takesAll();
  }

  @Override
  public boolean next() {
    while (true) {
      Event event = walk.next();
      if (event == Event.ENTRY) {
        if (takesAll || query.takes(channelId(), timestamp())) {
          return true;
        }
      } else if (event == Event.END) {
        return false;
      }
    }
  }

  @Override
  public long channelId() {
    return walk.entries().entryChannelId();
  }

  @Override
  public long timestamp() {
    return walk.entries().entryTimestamp();
  }

  @Override
  public long chunkId() {
    return walk.chunk().id();
  }

  @Override
  public long offset() {
    return walk.entries().entryOffset();
  }

  @Override
  public long size() {
    return walk.entries().entrySize();
  }

  @Override
  public boolean recovered() {
    return walk.recovered();
  }

  @Override
  public long chunkPosition() {
    return walk.chunk().position();
  }

  @Override
  public ByteBuffer payload() {
    return walk.payload();
  }

  @Override
  public void writePayload(WritableByteChannel to) throws IOException {
    walk.writePayload(to);
  }

  @Override
  public void close() {
    walk.close();
  }
}

package org.secindex.tide;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Entries as they lie in the file, found by going through all of them. */
final class ScanCursor implements TideCursor {
  private final LogWalk walk;
  private final EntryRun run = new EntryRun();
  private final TideQuery query;
  private final boolean takesAll;

  /** Which entry of the run is the current one. */
  private int current;

  /** Where offsets count from, in what the run was read from. */
  private long firstEntry;

  ScanCursor(LogWalk walk, TideQuery query) {
    this.walk = walk;
    this.query = query;
    takesAll = query.takesAll();
  }

  @Override
  public boolean next() {
    do {
      current++;
      if (current >= run.count() && !nextRun()) {
        return false;
      }
    } while (!takesAll && !query.takes(channelId(), timestamp()));
    return true;
  }

  private boolean nextRun() {
    boolean any = walk.next(run);
    current = 0;
    firstEntry = walk.entries().entryPosition() - walk.entries().entryOffset();
    return any;
  }

  @Override
  public long channelId() {
    return run.channelId(current);
  }

  @Override
  public long timestamp() {
    return run.timestamp(current);
  }

  @Override
  public long chunkId() {
    return walk.chunk().id();
  }

  @Override
  public long offset() {
    return run.position(current) - firstEntry;
  }

  @Override
  public long size() {
    return run.size(current);
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
    return walk.payload(run.position(current), run.size(current));
  }

  @Override
  public void writePayload(WritableByteChannel to) throws IOException {
    walk.writePayload(run.position(current), run.size(current), to);
  }

  @Override
  public void close() {
    walk.close();
  }
}

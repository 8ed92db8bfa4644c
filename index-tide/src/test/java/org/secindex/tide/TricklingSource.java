package org.secindex.tide;

import java.nio.ByteBuffer;

/** A log that comes in small parts, as from a slow server, so that every window has to move. */
final class TricklingSource implements TideSource {
  private final byte[] log;
  private final int atOnce;

  TricklingSource(byte[] log, int atOnce) {
    this.log = log;
    this.atOnce = atOnce;
  }

  @Override
  public String name() {
    return "log";
  }

  @Override
  public long size() {
    return log.length;
  }

  @Override
  public int read(long position, ByteBuffer into) {
    if (position >= log.length) {
      return -1;
    }
    int n = (int) Math.min(Math.min(into.remaining(), atOnce), log.length - position);
    into.put(log, (int) position, n);
    return n;
  }

  @Override
  public void close() {
    // Memory needs no closing.
  }
}

package org.secindex.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The reusable buffers of one thread that looks keys up. */
final class Scratch {
  private final Block block = new Block();
  private final ByteBuffer single = allocate(Block.MAX_LENGTH + Block.SLACK);
  private ByteBuffer window = single;

  /** For buffers that blocks are read into. */
  static ByteBuffer allocate(int capacity) {
    return ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
  }

  Block block() {
    return block;
  }

  /** Room for one block, cleared. */
  ByteBuffer blockBuffer() {
    return single.clear();
  }

  /** Room for blocks of this length altogether, cleared. */
  ByteBuffer window(int length) {
    if (window.capacity() < length + Block.SLACK) {
      window = allocate(Math.max(length + Block.SLACK, 2 * window.capacity()));
    }
    return window.clear();
  }
}

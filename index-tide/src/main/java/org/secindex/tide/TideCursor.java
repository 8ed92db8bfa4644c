package org.secindex.tide;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * Walks over entries of a log. Values are those of the entry that {@link #next} has moved to;
 * before the first call and after the last they mean nothing. One thread at a time.
 */
public interface TideCursor extends AutoCloseable {
  /**
   * Moves to the next entry.
   *
   * @return false behind the last
   * @throws TideException if the file cannot be read; damage is told to the reader's listener
   *     instead, and passed over
   */
  boolean next();

  /** The channel's id, 0 .. 2^32-1. */
  long channelId();

  /** The timestamp, unsigned. */
  long timestamp();

  /** The id of the chunk, 0 .. 2^32-1. */
  long chunkId();

  /** Where the entry begins, in bytes from the first entry of its chunk, uncompressed. */
  long offset();

  /** The size of the payload, 0 .. 2^32-1 bytes. */
  long size();

  /**
   * Whether the entry comes from a chunk that was damaged, cut, or never completed. A problem has
   * told so before.
   */
  boolean recovered();

  /** Where the {@code CHNK} tag of the chunk lies in the file; for progress and messages. */
  long chunkPosition();

  /**
   * The payload, from position 0 to limit = {@link #size}. Read-only, little-endian, valid until
   * the cursor moves; usually a view of the bytes as read.
   *
   * @throws TideException if it cannot be read, or has more than 2^31-9 bytes: see {@link
   *     #writePayload}
   */
  ByteBuffer payload();

  /**
   * Writes the payload to a channel, piece by piece: no matter how large it is, it takes little
   * memory.
   *
   * @throws TideException if it cannot be read
   * @throws IOException if it cannot be written
   */
  void writePayload(WritableByteChannel to) throws IOException;

  /** Releases buffers. The reader stays open. */
  @Override
  void close();
}

package org.secindex.tide;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.secindex.api.Durability;

/**
 * Writes a log. Entries are collected in memory until their chunk is complete; it is then written
 * with its index blocks, and is durable when the call returns that completed it. What a crash loses
 * is at most the chunk that was not complete; {@link TideRepair} cuts off what was written of it.
 *
 * <p>If writing fails, as on a full disk, the file is cut to the last complete chunk, and the
 * entries are kept: {@link #flush} tries again. One thread at a time.
 */
public final class TideWriter implements AutoCloseable {
  private final LogFile file;
  private final WriteOptions options;
  private final boolean sync;
  private final Map<Long, Channel> channels = new LinkedHashMap<>();
  private final ChunkBuilder chunk;
  private final IndexRows rows = new IndexRows();
  private long chunks;
  private boolean closed;

  private TideWriter(LogFile file, WriteOptions options) {
    this.file = file;
    this.options = options;
    sync = options.durability() == Durability.SYNC;
    chunk = new ChunkBuilder(options.compression());
  }

  /**
   * Begins a log.
   *
   * @throws TideException if the file exists and is not to be replaced, or cannot be written
   */
  public static TideWriter create(Path path, WriteOptions options) {
    LogFile file = LogFile.create(path, options.replace());
    TideWriter writer = new TideWriter(file, options);
    try {
      file.append(
          writer.sync,
          () -> {
            file.header(0, 0, 0, 0);
            if (writer.sync) {
              LogFile.syncDirectoryOf(path);
            }
          });
      return writer;
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Declares a channel under the next free id.
   *
   * @return the channel
   * @throws IllegalArgumentException if the name has more than 255 bytes
   * @throws TideException if it cannot be written
   */
  public Channel addChannel(String name, String type) {
    long id = 0;
    while (channels.containsKey(id)) {
      id++;
    }
    Channel channel = Channel.of(id, name, type);
    addChannel(channel);
    return channel;
  }

  /**
   * Declares a channel.
   *
   * @throws IllegalArgumentException if there is one of that id, or its block would be longer than
   *     {@link TideParser#MAX_CHANNEL_BYTES}
   * @throws TideException if it cannot be written
   */
  public void addChannel(Channel channel) {
    checkOpen();
    if (channels.containsKey(channel.id())) {
      throw new IllegalArgumentException("there is a channel " + channel.id() + " already");
    }
    if (channel.textBytes() > TideParser.MAX_CHANNEL_BYTES - Layout.CHANNEL_MIN) {
      throw new IllegalArgumentException(
          "the texts of channel "
              + channel.id()
              + " have "
              + channel.textBytes()
              + " bytes; a CHAN block has at most "
              + TideParser.MAX_CHANNEL_BYTES
              + " in all");
    }
    file.append(false, () -> file.channel(channel));
    channels.put(channel.id(), channel);
  }

  /**
   * Writes an entry.
   *
   * @param channelId of a declared channel
   * @param timestamp unsigned, in any order
   * @param payload its remaining bytes, which are copied; its position moves to its limit
   * @throws IllegalArgumentException if the channel is not declared
   * @throws TideException if this entry completed the chunk, and it cannot be written: the entry is
   *     kept, see {@link #flush}. Also if a chunk could not be written before, and still cannot:
   *     then the entry is not taken
   */
  public void write(long channelId, long timestamp, ByteBuffer payload) {
    checkOpen();
    if (!channels.containsKey(channelId)) {
      throw new IllegalArgumentException(
          "channel " + channelId + " is not declared; declared are " + channels.keySet());
    }
    if (chunk.isEnded()) {
      flush();
    }
    long offset = chunk.add(channelId, timestamp, payload);
    rows.add(channelId, chunks, timestamp, offset);
    if (chunk.bytes() >= options.chunkBytes()
        || chunk.count() >= options.chunkEntries()
        || Long.compareUnsigned(chunk.span(), options.chunkSpan()) >= 0) {
      flush();
    }
  }

  /**
   * Completes the chunk, if there is any entry in it, and its index.
   *
   * @throws TideException if it cannot be written; the entries are kept
   */
  public void flush() {
    checkOpen();
    if (chunk.count() == 0) {
      return;
    }
    boolean writesIndex = rows.size() >= options.indexRows();
    file.append(
        sync,
        () -> {
          chunk.writeTo(file, chunks);
          if (writesIndex) {
            rows.writeTo(file);
          }
        });
    chunk.clear();
    chunks++;
    if (writesIndex) {
      rows.clear();
    }
  }

  /** How many chunks are complete. */
  public long chunks() {
    return chunks;
  }

  /** How many bytes the file has, without the chunk that is not complete. */
  public long bytes() {
    return file.position();
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the log has been closed");
    }
  }

  /**
   * Completes the chunk, the index and the counts in the header. Closing again does nothing.
   *
   * @throws TideException if that cannot be written; the file is closed all the same
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    try (file) {
      flush();
      file.append(false, () -> rows.writeTo(file));
      file.completeHeader(0, 0, channels.size(), chunks, sync);
    } finally {
      closed = true;
    }
  }
}

package org.secindex.tide;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A channel: entries that belong together, as a {@code CHAN} block declares them.
 *
 * @param id 0 .. 2^32-1; what entries and index blocks name
 * @param name at most 255 bytes, possibly none
 * @param type what the payloads are; possibly empty
 * @param sourceName who sent them; possibly empty
 * @param sourceConfig where from; possibly empty
 * @param format more about the type, such as a schema; possibly empty
 * @param declared false if no {@code CHAN} block says so: entries name the channel, and its name is
 *     made up
 */
public record Channel(
    long id,
    Text name,
    Text type,
    Text sourceName,
    Text sourceConfig,
    Text format,
    boolean declared) {
  /** The largest number of bytes of a name: its length is one byte. */
  public static final int MAX_NAME_BYTES = 255;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if the id or the name is too large
   */
  public Channel {
    if (id < 0 || id > Unsigned.MAX_32) {
      throw new IllegalArgumentException("a channel's id is 0 .. 4294967295, not " + id);
    }
    if (name.length() > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "a channel's name has at most 255 bytes, not " + name.length() + ": " + name);
    }
  }

  /** A channel with a name and a type alone. */
  public static Channel of(long id, String name, String type) {
    return new Channel(id, Text.of(name), Text.of(type), Text.EMPTY, Text.EMPTY, Text.EMPTY, true);
  }

  /** A stand-in for a channel that no {@code CHAN} block declares. */
  static Channel standIn(long id) {
    return new Channel(
        id, Text.of("channel-" + id), Text.EMPTY, Text.EMPTY, Text.EMPTY, Text.EMPTY, false);
  }

  /** Reads the body of a {@code CHAN} block; null if its texts do not fit it. */
  static @Nullable Channel parse(ByteBuffer body) {
    long id = body.getInt() & Unsigned.MAX_32;
    Text[] texts = new Text[5];
    for (int i = 0; i < texts.length; i++) {
      if (body.remaining() < (i == 0 ? 1 : 4)) {
        return null;
      }
      long length = i == 0 ? body.get() & 0xff : body.getInt() & Unsigned.MAX_32;
      if (length > body.remaining()) {
        return null;
      }
      byte[] text = new byte[(int) length];
      body.get(text);
      texts[i] = Text.of(text);
    }
    return new Channel(id, texts[0], texts[1], texts[2], texts[3], texts[4], true);
  }

  /** How many bytes all of its texts have. */
  long textBytes() {
    return (long) name.length()
        + type.length()
        + sourceName.length()
        + sourceConfig.length()
        + format.length();
  }

  /** The same channel under another id. */
  public Channel withId(long newId) {
    return new Channel(newId, name, type, sourceName, sourceConfig, format, declared);
  }
}

package org.secindex.tide;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The tags and sizes of the format. All integers are little-endian and unsigned. */
final class Layout {
  /** {@code TIDE}, the first block. */
  static final int TIDE = tag("TIDE");

  /** {@code CHAN}: a channel. */
  static final int CHAN = tag("CHAN");

  /** {@code INDX}: where entries of a channel lie. */
  static final int INDX = tag("INDX");

  /** {@code CHNK}: entries. */
  static final int CHNK = tag("CHNK");

  /** RSBag writes 0, libtidelog 1. */
  static final int NEWEST_MAJOR_VERSION = 1;

  /** A block's tag and length. */
  static final int BLOCK_HEADER = 4 + 8;

  /** The body of {@code TIDE}, whatever its length field says. */
  static final int TIDE_BODY = 1 + 1 + 4 + 4;

  /** What stands in a {@code CHNK} before the entries. */
  static final int CHUNK_HEADER = 4 + 4 + 8 + 8 + 1;

  /** From the {@code CHNK} tag to the first entry. */
  static final int ENTRIES = BLOCK_HEADER + CHUNK_HEADER;

  /** What stands in an entry before the payload. */
  static final int ENTRY_HEADER = 4 + 8 + 4;

  /** What stands in an {@code INDX} before the rows. */
  static final int INDEX_HEADER = 4 + 4;

  /** A row of an {@code INDX}. */
  static final int INDEX_ROW = 4 + 8 + 8;

  /** The smallest body of a {@code CHAN}. */
  static final int CHANNEL_MIN = 4 + 1 + 4 * 4;

  /** Old RSBag files end {@code CHNK} and {@code INDX} bodies in this many spare bytes. */
  static final int RSBAG_SPARE = 4;

  private Layout() {}

  private static int tag(String letters) {
    int tag = 0;
    for (int i = 3; i >= 0; i--) {
      tag = tag << 8 | letters.charAt(i);
    }
    return tag;
  }

  /** A buffer in the format's byte order. */
  static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  static boolean isTag(int tag) {
    return tag == CHNK || tag == INDX || tag == CHAN || tag == TIDE;
  }

  /** A tag as text, for messages: four letters, or eight hexadecimal digits. */
  static String tagName(int tag) {
    StringBuilder name = new StringBuilder(4);
    for (int i = 0; i < 4; i++) {
      int letter = tag >>> (8 * i) & 0xff;
      if (letter <= ' ' || letter > '~') {
        return String.format("0x%08x", Integer.reverseBytes(tag));
      }
      name.append((char) letter);
    }
    return name.toString();
  }
}

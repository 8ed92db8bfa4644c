package org.secindex.tide;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** An entry as a value; the payload's bytes as characters 0 .. 255. */
record Entry(long channel, long time, long chunk, long offset, String payload) {
  static String text(byte[] payload) {
    return new String(payload, StandardCharsets.ISO_8859_1);
  }

  static Entry at(TideCursor cursor) {
    ByteBuffer payload = cursor.payload();
    if (payload.remaining() != cursor.size()) {
      throw new AssertionError(payload + " is not of " + cursor.size() + " bytes");
    }
    byte[] bytes = new byte[payload.remaining()];
    payload.get(bytes);
    return new Entry(
        cursor.channelId(), cursor.timestamp(), cursor.chunkId(), cursor.offset(), text(bytes));
  }

  /** The one at a place. */
  static Entry at(TideReader log, long chunkId, long offset) {
    try (EntryLookup lookup = log.lookup()) {
      return at(lookup.at(chunkId, offset));
    }
  }

  static List<Entry> all(TideCursor cursor) {
    try (cursor) {
      List<Entry> entries = new ArrayList<>();
      while (cursor.next()) {
        entries.add(at(cursor));
      }
      return entries;
    }
  }
}

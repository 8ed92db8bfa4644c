package org.secindex.file;

import java.nio.ByteBuffer;
import org.secindex.api.EntryBatch;

/**
 * A view of one block in a buffer: up to {@link #MAX_ENTRIES} entries in three columns, each in the
 * encoding that made it shortest, of which any entry is read without those before it.
 *
 * <p>Reused for block after block; used by one thread.
 */
final class Block {
  /** More than {@link BlockBuilder} puts into one. */
  static final int MAX_ENTRIES = 1024;

  /** The largest block there can be: what one cold look-up reads. */
  static final int MAX_LENGTH = 4096;

  /** Checksum, number of entries, and the first key. */
  static final int HEADER = 4 + 2 + 8;

  /** Header, and for each column its kind and a parameter. */
  static final int MIN_LENGTH = HEADER + 2 + 3 + 3;

  /** Unpacking reads whole words: a buffer must reach this much beyond the last block in it. */
  static final int SLACK = 9;

  /** Answers of {@link #find} that are no location; locations are never negative. */
  static final long ABSENT = -1;

  static final long REMOVED = -2;

  /** The largest chunk and subchunk; a chunk is stored plus one, 0 being a tombstone. */
  private static final long LARGEST = Integer.MAX_VALUE;

  private final BlockInput in = new BlockInput();
  private final LineKeys line = new LineKeys();
  private final BitmapKeys bitmap = new BitmapKeys();
  private final EliasFanoKeys eliasFano = new EliasFanoKeys();
  private final Values chunkEncodings = new Values();
  private final Values subEncodings = new Values();
  private KeyColumn keys = line;
  private ValueColumn chunks = chunkEncodings.packed;
  private ValueColumn subs = subEncodings.packed;
  private int count;

  /** What a column of values can be. */
  private static final class Values {
    final PackedValues packed = new PackedValues();
    final DictionaryValues dictionary = new DictionaryValues();
    final RunValues runs = new RunValues();

    ValueColumn open(BlockInput in, int count, long largest) {
      int tag = in.readByte();
      ValueColumn column =
          switch (tag & 3) {
            case PackedValues.KIND -> packed;
            case DictionaryValues.KIND -> dictionary;
            case RunValues.KIND -> runs;
            default -> throw in.corrupt("an encoding of values is unknown");
          };
      column.open(in, count, tag >>> 2, largest);
      return column;
    }
  }

  /**
   * Turns to the block at {@code at}, and checks it.
   *
   * @param file the file that it was read from, for messages
   * @param offset where in that file it lies, for messages
   * @throws org.secindex.api.CorruptIndexException if its checksum does not match, or its content
   *     cannot be
   */
  void open(ByteBuffer buffer, int at, int length, String file, long offset) {
    in.open(buffer, at, length, file, offset);
    count = buffer.getShort(in.take(2)) & 0xffff;
    if (count < 1 || count > MAX_ENTRIES) {
      throw in.corrupt(count + " entries");
    }
    keys = openKeys(buffer.getLong(in.take(8)));
    chunks = chunkEncodings.open(in, count, LARGEST + 1);
    subs = subEncodings.open(in, count, LARGEST);
    in.requireEnd();
  }

  private KeyColumn openKeys(long first) {
    int tag = in.readByte();
    KeyColumn column =
        switch (tag & 3) {
          case LineKeys.KIND -> line;
          case BitmapKeys.KIND -> bitmap;
          case EliasFanoKeys.KIND -> eliasFano;
          default -> throw in.corrupt("the encoding of the keys is unknown");
        };
    column.open(in, count, first, tag >>> 2);
    return column;
  }

  int count() {
    return count;
  }

  long key(int i) {
    return keys.key(i);
  }

  /** The rank of the first key that is not below {@code key}; {@link #count} if there is none. */
  int lowerBound(long key) {
    return keys.lowerBound(key);
  }

  /** The location of a key, chunk in the upper half; or {@link #ABSENT} or {@link #REMOVED}. */
  long find(long key) {
    int i = keys.find(key);
    if (i < 0) {
      return ABSENT;
    }
    long chunk = chunks.get(i) - 1;
    return chunk < 0 ? REMOVED : chunk << 32 | subs.get(i);
  }

  /**
   * Unpacks the entries {@code from} to {@code to}, at least one, into the batch from {@code at}
   * on; a tombstone has chunk -1.
   */
  void copy(int from, int to, EntryBatch into, int at) {
    keys.copy(from, to, into.keys, at);
    chunks.copy(from, to, 1, into.chunkIds, at);
    subs.copy(from, to, 0, into.subChunkIds, at);
  }
}

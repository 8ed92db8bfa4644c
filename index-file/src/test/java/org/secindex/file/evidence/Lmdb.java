package org.secindex.file.evidence;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import org.lmdbjava.CursorIterable;
import org.lmdbjava.CursorIterable.KeyVal;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;
import org.secindex.api.EntryBatch;
import org.secindex.api.SortedEntries;

/**
 * The rival: LMDB with the same entries, as fast as it goes. The key is 8 bytes big-endian with the
 * sign bit flipped, the value chunk and subchunk; appended in key order; read in one transaction
 * that stays open, so that a look-up is the walk through the tree and nothing else. One thread.
 */
final class Lmdb implements AutoCloseable {
  private static final String FILE = "data.mdb";
  private static final int ENTRIES_A_COMMIT = 1 << 20;

  private final Path directory;
  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> entries;
  private final ByteBuffer key = ByteBuffer.allocateDirect(8);
  private final ByteBuffer value = ByteBuffer.allocateDirect(8);

  private Lmdb(Path directory, EnvFlags... flags) {
    this.directory = directory;
    env = Env.create().setMapSize(64L << 30).setMaxDbs(1).open(directory.toFile(), flags);
    entries = env.openDbi("entries", DbiFlags.MDB_CREATE);
  }

  /** Makes or opens a database. What is written survives the process, not a power cut. */
  static Lmdb open(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return new Lmdb(directory, EnvFlags.MDB_NOSYNC, EnvFlags.MDB_NORDAHEAD);
  }

  void load(SortedEntries source) {
    EntryBatch batch = new EntryBatch();
    long count = 0;
    Txn<ByteBuffer> txn = env.txnWrite();
    while (source.read(batch)) {
      for (int i = 0; i < batch.size(); i++) {
        key.putLong(0, batch.keys[i] ^ Long.MIN_VALUE);
        value.putLong(0, (long) batch.chunkIds[i] << 32 | batch.subChunkIds[i]);
        entries.put(txn, key, value, PutFlags.MDB_APPEND);
      }
      count += batch.size();
      if (count >= ENTRIES_A_COMMIT) {
        txn.commit();
        txn.close();
        txn = env.txnWrite();
        count = 0;
      }
    }
    txn.commit();
    txn.close();
  }

  Reader reader() {
    return new Reader(env.txnRead());
  }

  long bytes() {
    return directory.resolve(FILE).toFile().length();
  }

  @Override
  public void close() {
    env.close();
  }

  /** One transaction. */
  final class Reader implements AutoCloseable {
    private final Txn<ByteBuffer> txn;

    private Reader(Txn<ByteBuffer> txn) {
      this.txn = txn;
    }

    /** Chunk in the upper half, subchunk in the lower; -1 if the key is not there. */
    long find(long wanted) {
      key.putLong(0, wanted ^ Long.MIN_VALUE);
      ByteBuffer found = entries.get(txn, key);
      return found == null ? -1 : found.getLong(0);
    }

    /** Reads all entries. */
    long scan() {
      long sum = 0;
      try (CursorIterable<ByteBuffer> rows = entries.iterate(txn)) {
        for (Iterator<KeyVal<ByteBuffer>> row = rows.iterator(); row.hasNext(); ) {
          KeyVal<ByteBuffer> entry = row.next();
          sum += entry.key().getLong(0) ^ entry.val().getLong(0);
        }
      }
      return sum;
    }

    @Override
    public void close() {
      txn.close();
    }
  }
}

package org.secindex.file.evidence;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.secindex.api.Access;
import org.secindex.api.EntryBatch;
import org.secindex.api.Indexes;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;

/**
 * Where the indexes of one catalogue lie while they are measured.
 *
 * @param directory what may be filled with files
 */
record Place(Path directory, Catalogue catalogue) {
  static final String PROPERTY = "secindex.evidence.dir";

  /** Of the process that measures, whose parent has told it the directory. */
  static Place of(String keys, long entries) {
    return new Place(Path.of(System.getProperty(PROPERTY, "")), Catalogue.of(keys, entries));
  }

  private Path named(String store) {
    return directory.resolve(
        catalogue.name().replace(':', '-') + "-" + catalogue.size() + "." + store);
  }

  Path file() {
    return named("file");
  }

  Path lmdb() {
    return named("lmdb");
  }

  private String uri(String options) {
    return "file:" + file().toAbsolutePath() + "?" + options;
  }

  SecondaryIndex create(String options) {
    return Indexes.create(uri(options), catalogue.domain());
  }

  SecondaryIndex open(Access access, String options) {
    return Indexes.open(uri(options), access);
  }

  void drop() {
    Indexes.drop(uri(""));
  }

  /** Keys that are there, in no order, with repeats. */
  long[] randomKeys(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return random.longs(count, 0, catalogue.size()).map(catalogue::key).toArray();
  }

  /** Chunk in the upper half, subchunk in the lower. */
  long locationOf(long key) {
    return (long) catalogue.chunkId(key) << 32 | catalogue.subChunkId(key);
  }

  /** The entries of some ranks, {@code from + i * step}, in arrays. */
  SortedEntries inMemory(long from, int count, long step) {
    EntryBatch batch = new EntryBatch(count);
    for (int i = 0; i < count; i++) {
      long key = catalogue.key(from + i * step);
      batch.keys[i] = key;
      batch.chunkIds[i] = catalogue.chunkId(key);
      batch.subChunkIds[i] = catalogue.subChunkId(key);
    }
    return SortedEntries.of(catalogue.domain(), batch.keys, batch.chunkIds, batch.subChunkIds);
  }
}

package org.secindex.file;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.secindex.api.Durability;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;

/**
 * Builds segments that belong to no index yet, as many jobs at a time do on a cluster; {@link
 * SegmentedIndex#adopt} adds them to one.
 */
public final class SegmentBuilder {
  private SegmentBuilder() {}

  /**
   * Writes entries into as many files as their size asks for, in one pass and bounded memory. The
   * files are on stable storage when this returns. If it throws, it leaves none.
   *
   * @param directory where they are to stand, with no other segments in it
   * @param segmentSize bytes at which a file ends and the next begins; see {@link SegmentOptions}
   * @return the files, in ascending order of their keys; none if there is no entry
   * @throws IndexException if they cannot be written, or exist
   */
  public static List<Path> build(SortedEntries entries, Path directory, long segmentSize) {
    try (LocalSegmentStore store = new LocalSegmentStore(directory, Durability.SYNC)) {
      store.makeDirectory();
      LayerWriter out =
          new LayerWriter(
              store,
              entries.domain(),
              segmentSize,
              new SegmentNames(1),
              false,
              Scratch.allocate(SegmentWriter.BUFFER));
      try (out) {
        EntryBatch batch = new EntryBatch();
        while (entries.read(batch)) {
          out.addUserKeys(batch);
        }
        List<SegmentInfo> segments = out.finish();
        store.syncNames();
        return segments.stream().map(info -> directory.resolve(info.name())).toList();
      } catch (RuntimeException e) {
        // Of whatever kind; the reader of the input may have thrown it.
        Versions.uninterrupted(e, () -> out.files().forEach(store::delete));
        throw e;
      }
    }
  }

  /**
   * How many bytes {@link #build} would write for these entries: they are encoded, and not kept.
   */
  public static long measure(SortedEntries entries, long segmentSize) {
    KeyDomain domain = entries.domain();
    ByteBuffer buffer = Scratch.allocate(SegmentWriter.BUFFER);
    EntryBatch batch = new EntryBatch();
    long bytes = 0;
    SegmentWriter writer = null;
    while (entries.read(batch)) {
      for (int i = 0; i < batch.size(); i++) {
        if (writer != null && !writer.hasRoom(segmentSize)) {
          bytes += writer.finish().bytes();
          writer = null;
        }
        if (writer == null) {
          writer = new SegmentWriter(new Nowhere(), "", domain, false, buffer);
        }
        writer.add(domain.toSortOrder(batch.keys[i]), batch.chunkIds[i], batch.subChunkIds[i]);
      }
    }
    return writer == null ? 0 : bytes + writer.finish().bytes();
  }

  /** Keeps nothing. */
  private static final class Nowhere implements SegmentSink {
    @Override
    public void write(ByteBuffer from) {
      from.position(from.limit());
    }

    @Override
    public void finish() {
      // Nothing was kept.
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}

package org.secindex.file;

import java.nio.file.Path;
import java.util.List;
import org.secindex.api.Durability;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;
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
}

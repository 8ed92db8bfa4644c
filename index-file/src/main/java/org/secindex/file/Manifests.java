package org.secindex.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.NotAnIndexException;

/** Finds, reads and publishes the manifests of a store, and removes what they no longer name. */
final class Manifests {
  private final SegmentStore store;

  Manifests(SegmentStore store) {
    this.store = store;
  }

  /**
   * Reads the highest manifest there is.
   *
   * @return empty if there is no index: no directory, an empty one, or one that holds nothing but
   *     what a create or drop that was killed has left
   * @throws NotAnIndexException if something else stands there
   * @throws CorruptIndexException if the manifest is damaged
   */
  Optional<Manifest> newest() {
    long tried = 0;
    while (store.exists()) {
      List<String> files = store.list();
      long number = files.stream().mapToLong(Manifest::numberIn).max().orElse(0);
      if (number == 0) {
        requireLeftovers(files);
        return Optional.empty();
      }
      String name = Manifest.name(number);
      Optional<SegmentFile> file = store.open(name);
      if (file.isPresent()) {
        try (SegmentFile opened = file.get()) {
          return Optional.of(Manifest.decode(readAll(opened, name), store.describe(name), number));
        }
      }
      // A writer has just published the next one and deleted this one; a list cannot go on lying.
      if (number == tried) {
        store.confirmLost(name);
        throw new CorruptIndexException(
            store.describe(name) + ": is listed, but cannot be opened: there is no such file");
      }
      tried = number;
    }
    return Optional.empty();
  }

  private byte[] readAll(SegmentFile file, String name) {
    if (file.size() > Manifest.MAX_LENGTH) {
      throw new CorruptIndexException(
          store.describe(name) + ": " + file.size() + " bytes are too many for a manifest");
    }
    ByteBuffer content = ByteBuffer.allocate((int) file.size());
    file.read(0, content);
    return content.array();
  }

  private void requireLeftovers(List<String> files) {
    for (String file : files) {
      if (!SegmentFormat.isName(file)
          && !Manifest.isUnpublished(file)
          && !file.equals(SegmentStore.LOCK)) {
        throw new NotAnIndexException(
            store.address()
                + ": holds no index: there is no manifest, but '"
                + file
                + "', which is not ours");
      }
    }
    // The lock comes before the first segment, and goes after the last.
    if (files.stream().anyMatch(SegmentFormat::isName) && !files.contains(SegmentStore.LOCK)) {
      throw new NotAnIndexException(
          store.address()
              + ": holds segments, but neither a manifest nor a lock: they were not written here,"
              + " or what names them is elsewhere, as on a server that is down");
    }
  }

  /**
   * Makes a manifest the present one.
   *
   * @throws CorruptIndexException if it could not be read again; then it is not published
   */
  void publish(Manifest manifest, WriterLock lock) {
    byte[] content = manifest.encode();
    Manifest.decode(content, store.describe(manifest.name()), manifest.number());
    store.publish(manifest.name(), content, lock);
  }

  /** Deletes every manifest and segment, the present manifest first: then there is no index. */
  void deleteAll() {
    // Older ones before it, lest one of them became the present.
    store.list().stream()
        .filter(file -> Manifest.numberIn(file) > 0)
        .sorted(Comparator.comparingLong(Manifest::numberIn))
        .forEach(store::delete);
    deleteAllBut(store.list(), Set.of());
  }

  /** Whether the highest manifest, damaged as it may be, begins as one of ours. */
  boolean newestHasMagic() {
    long number = store.list().stream().mapToLong(Manifest::numberIn).max().orElse(0);
    Optional<SegmentFile> file = number == 0 ? Optional.empty() : store.open(Manifest.name(number));
    if (file.isEmpty()) {
      return false;
    }
    try (SegmentFile opened = file.get()) {
      ByteBuffer magic = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      if (opened.size() < magic.capacity()) {
        return false;
      }
      opened.read(0, magic);
      return magic.getLong(0) == Preamble.MANIFEST;
    }
  }

  /** Deletes those of the files that are manifests and segments, whole or begun, but for these. */
  void deleteAllBut(List<String> files, Set<String> keep) {
    for (String file : files) {
      boolean ours =
          Manifest.numberIn(file) > 0 || Manifest.isUnpublished(file) || SegmentFormat.isName(file);
      if (ours && !keep.contains(file)) {
        store.delete(file);
      }
    }
  }
}

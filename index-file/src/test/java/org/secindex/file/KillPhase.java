package org.secindex.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How far a killed writer had come, as its files tell. */
enum KillPhase {
  /** There is no index yet. */
  CREATING,
  /** Nothing is to be seen: before the first new file, or after the last deletion. */
  IDLE,
  /** There are segments for a later version. */
  WRITING_SEGMENTS,
  /** The manifest is being written, or has not been renamed. */
  PUBLISHING,
  /** The new version is there, files of older ones still are. */
  DELETING;

  static KillPhase of(Path index) {
    try (SegmentStore store = CrashWork.store(index)) {
      Optional<Manifest> newest = new Manifests(store).newest();
      if (newest.isEmpty()) {
        return CREATING;
      }
      List<String> files = store.list();
      if (files.stream().anyMatch(file -> file.endsWith(".unpublished"))) {
        return PUBLISHING;
      }
      Set<String> unnamed = files.stream().collect(Collectors.toSet());
      unnamed.removeAll(named(newest.get()));
      if (unnamed.isEmpty()) {
        return IDLE;
      }
      long newestNamed =
          newest.get().segments().stream().mapToLong(s -> age(s.name())).max().orElse(0);
      return unnamed.stream().anyMatch(file -> age(file) > newestNamed)
          ? WRITING_SEGMENTS
          : DELETING;
    }
  }

  /** Grows with each segment that is made; 0 for other files. */
  private static long age(String file) {
    String[] parts = file.split("-", -1);
    return parts.length == 3 ? Long.parseLong(parts[1]) * 1_000_000 + Long.parseLong(parts[2]) : 0;
  }

  /** All files that an index at rest consists of. */
  static Set<String> named(Manifest manifest) {
    return Stream.of(
            Stream.of("lock", manifest.name()),
            manifest.segments().stream().map(SegmentInfo::name),
            manifest.retired().stream().map(RetiredSegment::name))
        .flatMap(names -> names)
        .collect(Collectors.toSet());
  }
}

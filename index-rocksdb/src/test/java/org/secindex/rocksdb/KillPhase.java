package org.secindex.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.secindex.api.IndexState;

/** How far a killed writer had come, as its files tell. */
enum KillPhase {
  /** There is no index yet, or a part of one. */
  MAKING,
  /** Nothing is to be seen: what has been written is in the log, or nothing has. */
  IDLE,
  /** Table files are being written, which the database does not know yet. */
  WRITING_FILES,
  /** All table files of a load are taken in, or about to be: BUILDING, and none is left beside. */
  TAKING,
  /** There are table files that the manifest does not know, or no longer: before or after it. */
  PUBLISHING;

  static KillPhase of(Path index) throws IOException {
    IndexDirectory directory = new IndexDirectory(index.toString(), index);
    if (CrashWork.state(index) == IndexState.ABSENT) {
      return MAKING;
    }
    if (Files.exists(directory.loading())) {
      return WRITING_FILES;
    }
    if (CrashWork.state(index) == IndexState.BUILDING) {
      return TAKING;
    }
    Set<String> there = new HashSet<>();
    try (Stream<Path> files = Files.list(index)) {
      files.map(Path::toString).filter(file -> file.endsWith(".sst")).forEach(there::add);
    }
    List<String> known = Database.tableFiles(directory);
    known.forEach(file -> there.remove(Path.of(file).toString()));
    return there.isEmpty() ? IDLE : PUBLISHING;
  }
}

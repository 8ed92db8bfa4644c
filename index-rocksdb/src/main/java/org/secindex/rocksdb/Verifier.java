package org.secindex.rocksdb;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Verification;

/** Reads everything twice: each table file by itself, past every cache; then all rows in order. */
final class Verifier {
  /** Entries between two reports of progress: about a second. */
  private static final long PROGRESS = 1 << 20;

  private final Database database;
  private final KeyDomain domain;
  private final LongConsumer progress;
  private final List<String> problems = new ArrayList<>();
  private final EntryChecksum checksum = new EntryChecksum();

  Verifier(Database database, LongConsumer progress) {
    this.database = database;
    this.progress = progress;
    domain = database.metadata().domain();
  }

  Verification verify() {
    checkLogs();
    checkFiles();
    checkRows();
    checkCount();
    return new Verification(checksum.count(), checksum.value(), problems);
  }

  private void checkLogs() {
    try {
      RecordLogs.requireSoundManifest(database.directory());
      RecordLogs.requireSoundLogs(database.directory());
    } catch (CorruptIndexException e) {
      problems.add(e.getMessage());
    }
  }

  private void checkFiles() {
    try (Options options = new Options(database.options().database, database.options().entries)) {
      for (String file : database.tableFiles()) {
        try (SstFileReader reader = new SstFileReader(options)) {
          reader.open(file);
          reader.verifyChecksum();
        } catch (RocksDBException e) {
          IndexException failure = RocksDbErrors.of(database.index(), "check " + file, e);
          if (!(failure instanceof CorruptIndexException)) {
            throw failure;
          }
          if (!isReplaced(file)) {
            problems.add(file + ": " + e.getMessage());
          }
        }
      }
    }
  }

  /** Whether a writer has put other files into the place of this one since it was listed. */
  private boolean isReplaced(String file) {
    if (Files.exists(Path.of(file))) {
      return false;
    }
    try {
      return !Database.tableFiles(database.directory()).contains(file);
    } catch (CorruptIndexException e) {
      problems.add(e.getMessage());
      return false;
    }
  }

  private void checkRows() {
    EntryBatch batch = new EntryBatch();
    long next = PROGRESS;
    boolean first = true;
    long previous = 0;
    try (Scan rows = new Scan(database, KeyRange.all())) {
      while (rows.read(batch)) {
        for (int i = 0; i < batch.size(); i++) {
          long key = domain.toSortOrder(batch.keys[i]);
          if (!first && key <= previous) {
            problems.add("key " + domain.format(batch.keys[i]) + " is not above the one before");
          }
          first = false;
          previous = key;
        }
        checksum.add(batch);
        if (checksum.count() >= next) {
          progress.accept(checksum.count());
          next += PROGRESS;
        }
      }
    } catch (CorruptIndexException e) {
      problems.add(e.getMessage() + "; what follows was not counted");
    }
    progress.accept(checksum.count());
  }

  private void checkCount() {
    OptionalLong expected = database.metadata().entries();
    if (expected.isPresent() && expected.getAsLong() != checksum.count()) {
      problems.add(
          database.index()
              + ": "
              + checksum.count()
              + " entries were read, "
              + expected.getAsLong()
              + " were loaded");
    }
  }
}

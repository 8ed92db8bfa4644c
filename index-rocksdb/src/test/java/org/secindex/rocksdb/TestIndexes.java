package org.secindex.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** Indexes for tests, and hands on what is under them. */
final class TestIndexes {
  private static final RocksDbIndexProvider PROVIDER = new RocksDbIndexProvider();

  private TestIndexes() {}

  static SecondaryIndex create(Path path, KeyDomain domain) {
    return PROVIDER.create(path, domain, RocksDbOptions.defaults());
  }

  static SecondaryIndex open(Path path, Access access) {
    return PROVIDER.open(path, access, RocksDbOptions.defaults());
  }

  /** These ascending keys; chunk and subchunk tell the position among them. */
  static SortedEntries entries(KeyDomain domain, long... keys) {
    int[] chunks = new int[keys.length];
    int[] subChunks = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      chunks[i] = i;
      subChunks[i] = i % 36;
    }
    return SortedEntries.of(domain, keys, chunks, subChunks);
  }

  /** The keys 0, 10, 20, ... */
  static SortedEntries everyTenth(int count) {
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = 10L * i;
    }
    return entries(KeyDomain.SIGNED, keys);
  }

  static List<Long> keys(SecondaryIndex index, KeyRange range) {
    List<Long> keys = new ArrayList<>();
    try (EntryCursor rows = index.scan(range)) {
      while (rows.next()) {
        keys.add(rows.key());
      }
    }
    return keys;
  }

  static List<Path> tableFiles(Path index) throws IOException {
    try (Stream<Path> files = Files.list(index)) {
      return files.filter(file -> file.toString().endsWith(".sst")).sorted().toList();
    }
  }

  /** What a writer would leave that was killed now. */
  static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  /** Leaves the metadata as a writer that died in this state would. */
  static void setMetadata(Path index, Metadata metadata) throws RocksDBException {
    List<ColumnFamilyHandle> families = new ArrayList<>();
    try (RocksDB rocks = open(index, families)) {
      rocks.put(families.get(1), Metadata.KEY, metadata.encode());
    }
  }

  /** Replaces all table files of the entries by new ones. */
  static void compact(Path index) throws RocksDBException {
    List<ColumnFamilyHandle> families = new ArrayList<>();
    try (RocksDB rocks = open(index, families)) {
      rocks.compactRange(families.get(0));
    }
  }

  private static RocksDB open(Path index, List<ColumnFamilyHandle> families)
      throws RocksDBException {
    return RocksDB.open(
        index.toString(),
        List.of(
            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY),
            new ColumnFamilyDescriptor(Metadata.COLUMN_FAMILY.getBytes(UTF_8))),
        families);
  }
}

/**
 * An index in a RocksDB database, one to a directory.
 *
 * <p><b>Format 1.</b> Entries are in the default column family, in RocksDB's bytewise order: the
 * key is eight big-endian bytes (for SIGNED with the sign bit flipped), the value is chunkId and
 * subChunkId, four big-endian bytes each. The column family {@code secindex-1} holds one record,
 * {@code index}, with domain, state and count as text; see {@code Metadata}. While a load or a
 * large update works, the directory {@code loading} holds the table files that it has written;
 * {@code reading-NUMBER} is there while a reader opens beside a busy writer, and {@code half-made}
 * while the index is being made or dropped.
 *
 * <p>{@link org.secindex.rocksdb.RocksDbIndexProvider} is the way in. A call passes {@code
 * RocksDbIndex}, then {@code Lookups}, {@code Scan}, {@code BulkLoad} or {@code Updates} (both with
 * {@code Ingestion}), {@code Verifier} or {@code DatabaseStatistics}, then {@code Database}.
 */
@NullMarked
package org.secindex.rocksdb;

import org.jspecify.annotations.NullMarked;

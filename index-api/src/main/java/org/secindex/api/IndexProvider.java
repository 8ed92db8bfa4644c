package org.secindex.api;

import java.util.List;
import java.util.Set;

/**
 * For implementers of backends: how {@link Indexes} finds and makes indexes of one kind.
 *
 * <p>Named in {@code META-INF/services/org.secindex.api.IndexProvider}, with a public constructor
 * without arguments. Stateless; the constructor and the descriptive methods load no native library
 * and open no connection, so that a broken backend does not harm the others.
 */
public interface IndexProvider {
  /** The URI schemes that are served, as {@code rocksdb}; lower case, never empty. */
  Set<String> schemes();

  /** The kind of store in a few words, as {@code a RocksDB database}. */
  String summary();

  /** How an address is written, as {@code rocksdb:/data/idx}. */
  String example();

  /** The store's software and its version, as {@code rocksdbjni 11.8.1}. */
  String engine();

  /** All options that an address may carry in its query. */
  List<IndexOption> options();

  /**
   * What stands at the address; an empty directory counts as nothing. Answered beside a writer,
   * too.
   *
   * @throws IndexConfigException if the address or an option is wrong
   * @throws NotAnIndexException if something stands there that is not an index of this backend
   * @throws CorruptIndexException if it is damaged
   * @throws IndexFormatTooNewException if a newer version has written it
   */
  IndexState state(IndexUri uri);

  /**
   * Makes an empty index and opens it for {@link Access#WRITE}. Missing parent directories are
   * made.
   *
   * @throws IndexConfigException if the address or an option is wrong
   * @throws IndexException if anything stands there already; it is left as it is
   */
  SecondaryIndex create(IndexUri uri, KeyDomain domain);

  /**
   * Opens an existing index.
   *
   * @throws IndexConfigException if the address or an option is wrong
   * @throws IndexException if there is none, if it is BUILDING and {@code access} is READ, or if
   *     another writer has it and {@code access} is WRITE
   * @throws NotAnIndexException if something else stands there
   * @throws CorruptIndexException if what is there is damaged
   * @throws IndexFormatTooNewException if a newer version has written it
   */
  SecondaryIndex open(IndexUri uri, Access access);

  /**
   * Deletes the index, whatever its state, and nothing that is not part of it. Does nothing if
   * there is none.
   *
   * @throws IndexException if a writer has it, or if what is there is no index
   */
  void drop(IndexUri uri);
}

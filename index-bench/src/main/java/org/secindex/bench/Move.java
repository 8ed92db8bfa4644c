package org.secindex.bench;

import org.secindex.testkit.Catalogue;

/** Where an update puts a key: to another location than the catalogue says. */
final class Move {
  private static final int SUB_CHUNKS = 36;

  private Move() {}

  static int chunkId(Catalogue catalogue, long key) {
    return catalogue.chunkId(key) + 1;
  }

  static int subChunkId(Catalogue catalogue, long key) {
    return (catalogue.subChunkId(key) + 1) % SUB_CHUNKS;
  }
}

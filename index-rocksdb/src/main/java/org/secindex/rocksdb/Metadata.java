package org.secindex.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;

/**
 * What an index knows of itself. It is stored under {@link #KEY} in the column family {@link
 * #COLUMN_FAMILY}, as lines {@code name=value}, so that {@code ldb} shows it.
 *
 * <p>The column family's name is the magic, and its number the version of the format: both can be
 * told from RocksDB's manifest without opening, and so without changing, a database that is not
 * ours or is newer than we are.
 *
 * @param domain how keys are ordered
 * @param state BUILDING or READY
 * @param entries how many entries there are, where that is known exactly: after a load, until the
 *     first update or removal
 */
record Metadata(KeyDomain domain, IndexState state, OptionalLong entries) {
  static final int FORMAT_VERSION = 1;
  static final String COLUMN_FAMILY_PREFIX = "secindex-";
  static final String COLUMN_FAMILY = COLUMN_FAMILY_PREFIX + FORMAT_VERSION;
  static final byte[] KEY = "index".getBytes(UTF_8);

  static Metadata empty(KeyDomain domain) {
    return new Metadata(domain, IndexState.READY, OptionalLong.of(0));
  }

  Metadata building() {
    return new Metadata(domain, IndexState.BUILDING, OptionalLong.empty());
  }

  Metadata ready(long count) {
    return new Metadata(domain, IndexState.READY, OptionalLong.of(count));
  }

  Metadata uncounted() {
    return new Metadata(domain, state, OptionalLong.empty());
  }

  byte[] encode() {
    String count = entries.isPresent() ? Long.toString(entries.getAsLong()) : "unknown";
    return ("domain=" + domain + "\nstate=" + state + "\nentries=" + count + "\n").getBytes(UTF_8);
  }

  /**
   * @param index the address, for messages
   * @throws CorruptIndexException if the bytes are not what {@link #encode} makes
   */
  static Metadata decode(String index, byte @Nullable [] bytes) {
    if (bytes == null) {
      throw new CorruptIndexException(
          index + ": the index was never completely created; drop it and create it again");
    }
    String text = new String(bytes, UTF_8);
    Map<String, String> values = new LinkedHashMap<>();
    text.lines()
        .forEach(
            line -> {
              int equals = line.indexOf('=');
              values.put(line.substring(0, Math.max(equals, 0)), line.substring(equals + 1));
            });
    try {
      String count = values.getOrDefault("entries", "");
      return new Metadata(
          KeyDomain.valueOf(values.getOrDefault("domain", "")),
          IndexState.valueOf(values.getOrDefault("state", "")),
          count.equals("unknown") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(count)));
    } catch (IllegalArgumentException e) {
      throw new CorruptIndexException(
          index + ": the metadata in column family " + COLUMN_FAMILY + " is damaged: " + text, e);
    }
  }
}

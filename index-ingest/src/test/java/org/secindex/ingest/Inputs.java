package org.secindex.ingest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.KeyDomain;

/** Input for tests, and entries in a form that assertions can show. */
final class Inputs {
  static final IngestOptions TSV = IngestOptions.defaults(KeyDomain.SIGNED).withFormat(Format.TSV);
  static final IngestOptions CSV = IngestOptions.defaults(KeyDomain.SIGNED).withFormat(Format.CSV);
  static final IngestOptions WHITESPACE =
      IngestOptions.defaults(KeyDomain.SIGNED).withFormat(Format.WHITESPACE);
  static final IngestOptions BINARY =
      IngestOptions.defaults(KeyDomain.SIGNED).withFormat(Format.BINARY);

  private Inputs() {}

  /** Latin-1 text to bytes, so that any byte can be written as a character. */
  static byte[] bytes(String latin1) {
    return latin1.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** What {@link #bytes} makes bytes of. */
  static String latin1(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  /** An archive of one stream. */
  static byte[] compress(Codec codec, String latin1) {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (OutputStream out = codec.compress(archive)) {
      out.write(bytes(latin1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return archive.toByteArray();
  }

  /** Rows in input order, as {@code key:chunk:sub}. */
  static List<String> rows(String latin1, IngestOptions options) {
    return rows(new ByteArrayInputStream(bytes(latin1)), options);
  }

  static List<String> rows(InputStream in, IngestOptions options) {
    try (EntrySource rows = Ingest.rows(List.of("-"), options, in, IngestProgress.NONE)) {
      return drain(rows);
    }
  }

  /** Sorted entries, as {@code key:chunk:sub}. */
  static Ingested read(String latin1, IngestOptions options) {
    InputStream in = new ByteArrayInputStream(bytes(latin1));
    return Ingest.read(List.of("-"), options, in, IngestProgress.NONE);
  }

  static List<String> drain(EntrySource source) {
    List<String> all = new ArrayList<>();
    EntryBatch batch = new EntryBatch(7);
    while (source.read(batch)) {
      for (int i = 0; i < batch.size(); i++) {
        all.add(batch.keys[i] + ":" + batch.chunkIds[i] + ":" + batch.subChunkIds[i]);
      }
    }
    return all;
  }

  static String file(Path directory, String name, String latin1) {
    try {
      return Files.write(directory.resolve(name), bytes(latin1)).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

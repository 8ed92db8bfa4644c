package org.secindex.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.secindex.api.KeyDomain;

/** Prints entries, one a line: key TAB chunkId TAB subChunkId, or a JSON object. */
final class RowOutput {
  private static final int FLUSH_AT = 16 << 10;

  private final OutputStream out;
  private final KeyDomain domain;
  private final boolean json;
  private final StringBuilder lines = new StringBuilder(FLUSH_AT + 128);

  RowOutput(SecindexCommand secindex, KeyDomain domain) {
    out = secindex.console().out();
    json = secindex.isJson();
    this.domain = domain;
  }

  void row(long key, int chunkId, int subChunkId) throws IOException {
    if (json) {
      lines.append("{\"key\":\"").append(domain.format(key));
      lines.append("\",\"chunkId\":").append(chunkId);
      lines.append(",\"subChunkId\":").append(subChunkId).append("}\n");
    } else {
      lines.append(domain.format(key)).append('\t').append(chunkId);
      lines.append('\t').append(subChunkId).append('\n');
    }
    passOn(FLUSH_AT);
  }

  /** A key that was asked for and is not there: a JSON object without location, no line of text. */
  void missing(long key) throws IOException {
    if (json) {
      lines.append("{\"key\":\"").append(domain.format(key));
      lines.append("\",\"chunkId\":null,\"subChunkId\":null}\n");
      passOn(FLUSH_AT);
    }
  }

  /** A chunk with its subchunks. */
  void chunk(int chunkId, int[] subChunkIds) throws IOException {
    lines.append(json ? "{\"chunkId\":" : "").append(chunkId);
    lines.append(json ? ",\"subChunkIds\":[" : "\t");
    for (int i = 0; i < subChunkIds.length; i++) {
      lines.append(i == 0 ? "" : ",").append(subChunkIds[i]);
    }
    lines.append(json ? "]}\n" : "\n");
    passOn(FLUSH_AT);
  }

  /** Hands everything to whoever reads. */
  void flush() throws IOException {
    passOn(0);
    out.flush();
  }

  private void passOn(int atLeast) throws IOException {
    if (lines.length() >= atLeast) {
      out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
      lines.setLength(0);
    }
  }
}

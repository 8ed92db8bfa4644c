package org.secindex.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.secindex.tide.TideCursor;

/** Writes entries of a log: payloads alone, lines with hexadecimal digits, or objects of JSON. */
final class EntryOutput {
  private final SecindexCommand secindex;
  private final WritableByteChannel out;
  private final boolean hex;

  EntryOutput(SecindexCommand secindex, boolean hex) {
    this.secindex = secindex;
    this.hex = hex;
    out = Channels.newChannel(secindex.console().out());
  }

  void entry(TideCursor entry) throws IOException {
    if (secindex.isJson()) {
      secindex.printRow("", fields(entry));
    } else if (hex) {
      line(entry);
    } else {
      entry.writePayload(out);
    }
  }

  private static Map<String, Object> fields(TideCursor entry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("timestamp", Long.toUnsignedString(entry.timestamp()));
    fields.put("channelId", entry.channelId());
    fields.put("chunkId", entry.chunkId());
    fields.put("offset", entry.offset());
    fields.put("size", entry.size());
    fields.put("recovered", entry.recovered());
    fields.put("payload", Base64.getEncoder().encodeToString(bytes(entry.payload())));
    return fields;
  }

  private void line(TideCursor entry) throws IOException {
    String line =
        String.join(
            "\t",
            Long.toUnsignedString(entry.timestamp()),
            Long.toString(entry.channelId()),
            Long.toString(entry.chunkId()),
            Long.toString(entry.offset()),
            Long.toString(entry.size()),
            HexFormat.of().formatHex(bytes(entry.payload())));
    secindex.console().out().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] bytes(ByteBuffer payload) {
    byte[] bytes = new byte[payload.remaining()];
    payload.get(bytes);
    return bytes;
  }
}

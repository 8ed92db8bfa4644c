package org.secindex.tide;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A recording in a process of its own, which a test kills. */
final class KilledRecording {
  private static final int CHANNELS = 3;

  private KilledRecording() {}

  static long channelOf(long entry) {
    return entry % CHANNELS;
  }

  /** Equal times are common. */
  static long timeOf(long entry) {
    return 1000 + entry / 2;
  }

  /** 0 .. 199 bytes that tell the entry. */
  static byte[] payloadOf(long entry) {
    byte[] payload = new byte[(int) (entry * 7 % 200)];
    for (int i = 0; i < payload.length; i++) {
      payload[i] = (byte) (entry + i);
    }
    return payload;
  }

  /** Arguments: file, compression. Prints how many entries are complete, after each chunk. */
  public static void main(String[] args) {
    WriteOptions options =
        WriteOptions.DEFAULT
            .compression(Compression.valueOf(args[1]))
            .chunkBytes(20_000)
            .replace(true);
    // Not closed: this process is there to be killed.
    @SuppressWarnings("resource")
    TideWriter writer = TideWriter.create(Path.of(args[0]), options);
    for (int i = 0; i < CHANNELS; i++) {
      writer.addChannel("/channel/" + i, "test");
    }
    long chunks = 0;
    for (long entry = 0; ; entry++) {
      writer.write(channelOf(entry), timeOf(entry), ByteBuffer.wrap(payloadOf(entry)));
      if (writer.chunks() > chunks) {
        chunks = writer.chunks();
        System.out.println(entry + 1);
      }
    }
  }
}

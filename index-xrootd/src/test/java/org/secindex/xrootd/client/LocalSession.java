package org.secindex.xrootd.client;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** A session without a network: what a server would say is put in by hand. */
final class LocalSession implements AutoCloseable {
  final EmbeddedChannel channel = new EmbeddedChannel();
  final Session session;

  LocalSession() {
    session =
        new Session(
            channel,
            new Server("me", "server.example", 1094, false, ""),
            XrootdOptions.defaults().withRequestTimeout(Duration.ofMinutes(1)));
    channel.pipeline().addLast(session.decoder());
  }

  static long deadline() {
    return System.nanoTime() + Duration.ofMinutes(1).toNanos();
  }

  /** Gives the request an id. */
  Request submit(Request request) {
    session.submit(request);
    channel.runPendingTasks();
    channel.releaseOutbound();
    return request;
  }

  /** Says all of it in portions of {@code portion} bytes. */
  void say(byte[] bytes, int portion) {
    for (int at = 0; at < bytes.length && session.isOpen(); at += portion) {
      channel.writeInbound(Unpooled.wrappedBuffer(bytes, at, Math.min(portion, bytes.length - at)));
    }
  }

  /** Why the session has ended. */
  String lostBecause() {
    return session.lostBecause();
  }

  @Override
  public void close() {
    session.lost("the test is over");
    channel.finishAndReleaseAll();
  }

  // ---- what a server would say

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  /** A frame that tells the place of its data: kind 0 is the last one, 1 is not. */
  static byte[] status(int id, int code, int kind, long offset, byte[] data) {
    byte[] prefix =
        ByteBuffer.allocate(24)
            .putShort(4, (short) id)
            .put(6, (byte) (code - 3000))
            .put(7, (byte) kind)
            .putInt(12, data.length)
            .putLong(16, offset)
            .array();
    CRC32C crc = new CRC32C();
    crc.update(prefix, 4, 20);
    ByteBuffer.wrap(prefix).putInt(0, (int) crc.getValue());
    return join(FakeServer.frame(id, Wire.STATUS, prefix), data);
  }

  /** The {@link Pattern} in pages, each behind its checksum. */
  static byte[] pages(long offset, int length) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CRC32C crc = new CRC32C();
    for (long at = offset; at < offset + length; ) {
      int n = (int) Math.min(4096 - at % 4096, offset + length - at);
      byte[] page = Pattern.bytes(at, n).array();
      crc.reset();
      crc.update(page);
      out.writeBytes(FakeServer.ints((int) crc.getValue()));
      out.writeBytes(page);
      at += n;
    }
    return out.toByteArray();
  }

  /** One element of an answer to a vector read of the {@link Pattern}. */
  static byte[] element(long offset, int length) {
    return join(
        ByteBuffer.allocate(16).putInt(7).putInt(length).putLong(offset).array(),
        Pattern.bytes(offset, length).array());
  }

  static ReadvPlan plan(ReadvLimits limits, long[] offsets, ByteBuffer... into) {
    int[] ends = Arrays.stream(into).mapToInt(ByteBuffer::limit).toArray();
    return new ReadvPlan(offsets, into, new int[into.length], ends, limits);
  }
}

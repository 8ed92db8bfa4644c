package org.secindex.xrootd.client;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * A write with a checksum for each page: the server names those that arrived damaged, and they are
 * sent again.
 */
final class PageWrites {
  /** The server takes fewer damaged pages at a time; this many are no accident anyway. */
  private static final int MOST_DAMAGED = 16;

  private static final int MOST_ATTEMPTS = 3;
  private static final int PAGE = PageReadBody.PAGE;

  private final Recovery file;
  private final OpenedFile opened;
  private final long offset;
  private final ByteBuffer data;
  private final String path;
  private final long deadline;

  private PageWrites(
      Recovery file, OpenedFile opened, long offset, ByteBuffer data, String path, long deadline) {
    this.file = file;
    this.opened = opened;
    this.offset = offset;
    this.data = data;
    this.path = path;
    this.deadline = deadline;
  }

  /** Writes all of {@code data}, whose position and limit stay as they are. */
  static CompletableFuture<Void> write(
      Recovery file, OpenedFile opened, long offset, ByteBuffer data, String path, long deadline) {
    return new PageWrites(file, opened, offset, data, path, deadline).write();
  }

  private CompletableFuture<Void> write() {
    return send(offset, data, false)
        .thenCompose(
            damaged -> {
              CompletableFuture<Void> mended = CompletableFuture.completedFuture(null);
              if (damaged.length > MOST_DAMAGED) {
                return CompletableFuture.failedFuture(damage(damaged[0], "and many more pages"));
              }
              for (long page : damaged) {
                mended = mended.thenCompose(before -> again(page, 2));
              }
              return mended;
            });
  }

  private CompletableFuture<Void> again(long page, int attempt) {
    if (page < offset || page >= offset + data.remaining()) {
      return CompletableFuture.failedFuture(
          file.problem(
              XrootdError.PROTOCOL_VIOLATION,
              "the server misses a page at offset " + page + ", which it was not sent",
              "pgwrite"));
    }
    int from = (int) (page - offset);
    int length = Math.min(toBorder(page), data.remaining() - from);
    return send(page, data.slice(data.position() + from, length), true)
        .<CompletionStage<Void>>thenApply(
            damaged -> {
              if (damaged.length == 0) {
                return CompletableFuture.completedFuture(null);
              }
              return attempt < MOST_ATTEMPTS
                  ? again(page, attempt + 1)
                  : CompletableFuture.failedFuture(
                      damage(page, "after " + MOST_ATTEMPTS + " attempts"));
            })
        .thenCompose(Function.identity());
  }

  private CompletableFuture<long[]> send(long at, ByteBuffer plain, boolean again) {
    Request request =
        Requests.pgwrite(opened.handle(), at, withSums(at, plain), again, path, deadline);
    return file.send(opened, request).thenApply(done -> ((PageWriteBody) request.body).damaged());
  }

  /** Bytes from an offset to the end of its page. */
  private static int toBorder(long at) {
    return PAGE - (int) (at % PAGE);
  }

  private static ByteBuffer withSums(long at, ByteBuffer plain) {
    ByteBuffer from = plain.duplicate();
    ByteBuffer out =
        ByteBuffer.allocateDirect(from.remaining() + 4 * (from.remaining() / PAGE + 2));
    CRC32C crc = new CRC32C();
    long place = at;
    while (from.hasRemaining()) {
      int length = Math.min(toBorder(place), from.remaining());
      ByteBuffer page = from.slice(from.position(), length);
      crc.reset();
      crc.update(page.duplicate());
      out.putInt((int) crc.getValue()).put(page);
      from.position(from.position() + length);
      place += length;
    }
    return out.flip();
  }

  private XrootdException damage(long page, String more) {
    return file.problem(
        XrootdError.CHECKSUM_ERROR,
        "the page at offset " + page + " arrives damaged at the server, " + more,
        "pgwrite");
  }
}

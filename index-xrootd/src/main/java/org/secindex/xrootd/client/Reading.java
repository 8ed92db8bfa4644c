package org.secindex.xrootd.client;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Reads of one range of one file: in pieces, all under way at once. */
final class Reading {
  /** Larger reads are cut, so that others on the connection get their turn. */
  private static final int PIECE = 4 << 20;

  /** So often a page is read that does not agree with its checksum. */
  private static final int MOST_ATTEMPTS = 3;

  private final Recovery file;
  private final String path;
  private final AtomicLong size;
  private final long offset;
  private final ByteBuffer into;
  private final int start;
  private final int end;
  private final long deadline;

  /** Of what remains in {@code into}, from {@code offset} on. */
  Reading(
      Recovery file, String path, AtomicLong size, long offset, ByteBuffer into, long deadline) {
    this.file = file;
    this.path = path;
    this.size = size;
    this.offset = offset;
    this.into = into;
    this.start = into.position();
    this.end = into.limit();
    this.deadline = deadline;
  }

  /** Reads; the position of the buffer moves if it succeeds. */
  CompletableFuture<Integer> plain(OpenedFile o) {
    return inPieces(
        o,
        (at, length) -> {
          ReadBody body = new ReadBody(into, at, length);
          return Requests.read(o.handle(), placeOf(at), body, path, deadline);
        });
  }

  /** The same with a checksum for each page, if the server has them. */
  CompletableFuture<Integer> checked(OpenedFile o) {
    if (!o.session().protocol().checksumsPages()) {
      return plain(o);
    }
    return inPieces(o, (at, length) -> pages(o, at, length, false));
  }

  private Request pages(OpenedFile o, int at, int length, boolean again) {
    long place = placeOf(at);
    PageReadBody body = new PageReadBody(into, at, length, place);
    return Requests.pgread(o.handle(), place, body, again, path, deadline);
  }

  private long placeOf(int at) {
    return offset + (at - start);
  }

  private interface Encoder {
    Request encode(int at, int length);
  }

  private CompletableFuture<Integer> inPieces(OpenedFile o, Encoder encoder) {
    int pieces = (int) (((long) end - start + PIECE - 1) / PIECE);
    Filling[] bodies = new Filling[pieces];
    CompletableFuture<?>[] ends = new CompletableFuture<?>[pieces];
    for (int i = 0; i < pieces; i++) {
      int at = start + i * PIECE;
      Request request = encoder.encode(at, Math.min(PIECE, end - at));
      bodies[i] = (Filling) request.body;
      ends[i] = file.send(o, request).thenCompose(done -> mend(o, request.body));
    }
    // All have to end, so that nothing touches the buffer after the caller has it back.
    return CompletableFuture.allOf(ends)
        .handle(
            (done, e) -> {
              into.limit(end).position(start);
              if (e != null) {
                // As it is: what mends it, such as opening the file elsewhere, is up to others.
                throw e instanceof CompletionException c ? c : new CompletionException(e);
              }
              int filled = filled(bodies);
              checkShort(filled);
              into.position(start + filled);
              return filled;
            });
  }

  private static int filled(Filling[] bodies) {
    int filled = 0;
    for (Filling body : bodies) {
      filled += body.filled();
      if (body.filled() < body.length()) {
        break;
      }
    }
    return filled;
  }

  /** Fewer bytes than asked for are the end of the file, or no answer to trust. */
  private void checkShort(int filled) {
    long at = offset + filled;
    if (filled < end - start && at < size.get()) {
      throw file.problem(
          XrootdError.FILE_CHANGED,
          "the file ends at byte " + at + ", but had " + size + " when it was opened",
          "read");
    }
  }

  // ---- damaged pages

  private CompletableFuture<Void> mend(OpenedFile o, Body read) {
    CompletableFuture<Void> mended = CompletableFuture.completedFuture(null);
    if (!(read instanceof PageReadBody body) || body.damaged().isEmpty()) {
      return mended;
    }
    if (body.damaged().size() > PageReadBody.MOST_DAMAGED) {
      return CompletableFuture.failedFuture(damage(body.damaged().get(0), "and many more pages"));
    }
    for (PageReadBody.Page page : body.damaged()) {
      mended = mended.thenCompose(before -> again(o, page, 2));
    }
    return mended;
  }

  private CompletableFuture<Void> again(OpenedFile o, PageReadBody.Page page, int attempt) {
    Request request = pages(o, page.from(), page.to() - page.from(), true);
    PageReadBody body = (PageReadBody) request.body;
    return file.send(o, request)
        .<CompletionStage<Void>>thenApply(
            done -> {
              if (body.damaged().isEmpty() && body.filled() == body.length()) {
                return CompletableFuture.completedFuture(null);
              }
              return attempt < MOST_ATTEMPTS
                  ? again(o, page, attempt + 1)
                  : CompletableFuture.failedFuture(
                      damage(page, "after " + MOST_ATTEMPTS + " attempts"));
            })
        .thenCompose(Function.identity());
  }

  private XrootdException damage(PageReadBody.Page page, String more) {
    return file.problem(
        XrootdError.CHECKSUM_ERROR,
        "the page of %d bytes at offset %d is not what its checksum says, %s"
            .formatted(page.to() - page.from(), placeOf(page.from()), more),
        "pgread");
  }
}

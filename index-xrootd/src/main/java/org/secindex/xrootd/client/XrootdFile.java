package org.secindex.xrootd.client;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/**
 * An open file on a server. All methods may be called by any number of threads at once; each buffer
 * belongs to the client until the operation on it has ended, and neither cancelling a future nor
 * interrupting a waiting thread ends it.
 *
 * <p>Futures end on a thread that serves the connection: what is done there should be short, and
 * must not block.
 *
 * <p>A file opened for {@link OpenMode#READ} survives the loss of its connection: it is opened
 * again, and what was under way is read again, once per call and within its timeout; if size or
 * time of change are no longer the same the read fails with {@link XrootdError#FILE_CHANGED}. Files
 * opened for writing do not: everything after a lost connection fails, and a write that was under
 * way tells by {@link XrootdException#isOutcomeUnknown} that it may have been done.
 */
public final class XrootdFile implements AutoCloseable {
  private static final int WRITE_PIECE = 2 << 20;

  private final XrootdUrl url;
  private final OpenMode mode;
  private final long timeoutNanos;
  private final Recovery file;
  private final AtomicLong size;
  private final AtomicBoolean closed = new AtomicBoolean();

  XrootdFile(
      Sessions sessions, XrootdUrl url, OpenMode mode, long timeoutNanos, OpenedFile opened) {
    this.url = url;
    this.mode = mode;
    this.timeoutNanos = timeoutNanos;
    this.file = new Recovery(sessions, url, mode, opened);
    this.size = new AtomicLong(opened.stat().size());
  }

  /** The URL that was opened. */
  public XrootdUrl url() {
    return url;
  }

  /**
   * {@code host:port} of the server that has the file open: another than the URL's after a
   * redirect.
   */
  public String server() {
    return file.opened().session().server().toString();
  }

  /**
   * Bytes in the file: when it was opened, changed by what was written through this object since.
   */
  public long size() {
    return size.get();
  }

  /** Asks the server about the file as it is now. */
  public StatInfo stat() {
    return Await.result(statAsync(deadline()));
  }

  private CompletableFuture<StatInfo> statAsync(long deadline) {
    return file.recovering(
        deadline,
        o -> {
          Request r = Requests.statHandle(o.handle(), url.path(), deadline);
          return file.send(o, r).thenApply(done -> StatInfo.parse(((CollectBody) r.body).text(0)));
        });
  }

  // ---- beside it

  /**
   * Opens another file of the same server on the same connection: neither of the two outlives the
   * other. For whoever holds this one as a lock.
   *
   * @throws XrootdException also if the connection has been lost since this file was opened
   */
  public XrootdFile openBeside(String path, OpenMode otherMode) {
    checkOpen();
    XrootdUrl other = url.withPath(path);
    OpenedFile o = file.opened();
    long deadline = deadline();
    Request r = Requests.open(path, new Opaque(o.opaque()).after(path), otherMode, false, deadline);
    CompletableFuture<XrootdFile> opening =
        file.send(o, r)
            .thenApply(
                done -> OpenedFile.of(new Route.Arrival(o.session(), r, path, o.opaque(), null)))
            .thenApply(
                opened -> new XrootdFile(file.sessions(), other, otherMode, timeoutNanos, opened));
    return Await.opened(opening);
  }

  /**
   * Renames another file of the same server on the connection on which this file is open. If that
   * connection has been lost, and so a lock that this file stands for, nothing is renamed.
   */
  public void renameBeside(String from, String to) {
    checkOpen();
    OpenedFile o = file.opened();
    Await.result(
        file.send(
            o, Requests.rename(from, o.opaque().after(from), o.opaque().after(to), deadline())));
  }

  // ---- reading

  /** As {@link #readAsync}, but waits for the end. */
  public int read(long offset, ByteBuffer into) {
    return Await.result(readAsync(offset, into));
  }

  /**
   * Reads from {@code offset} on until the buffer is full or the file ends. The future gives the
   * number of bytes read, by which the position of the buffer has moved: less than asked for only
   * at the end of the file, and 0 at or past it. If the read fails the position is where it was,
   * and the bytes after it are undefined.
   */
  public CompletableFuture<Integer> readAsync(long offset, ByteBuffer into) {
    checkOpen();
    checkOffset(offset, into.remaining());
    checkWritable(into);
    if (!into.hasRemaining()) {
      return CompletableFuture.completedFuture(0);
    }
    long deadline = deadline();
    Reading reading = new Reading(file, url.path(), size, offset, into, deadline);
    return file.recovering(deadline, reading::plain);
  }

  /** As {@link #pgreadAsync}, but waits for the end. */
  public int pgread(long offset, ByteBuffer into) {
    return Await.result(pgreadAsync(offset, into));
  }

  /**
   * As {@link #readAsync}, with a CRC32C over each page of 4 KiB on its way. Pages that arrive
   * damaged are read again, alone, up to three times in all; if that does not help, or more than 16
   * of one request are damaged, the read fails with {@link XrootdError#CHECKSUM_ERROR}. Servers
   * that do not have this are read as by {@link #readAsync}.
   */
  public CompletableFuture<Integer> pgreadAsync(long offset, ByteBuffer into) {
    checkOpen();
    checkOffset(offset, into.remaining());
    checkWritable(into);
    if (!into.hasRemaining()) {
      return CompletableFuture.completedFuture(0);
    }
    long deadline = deadline();
    Reading reading = new Reading(file, url.path(), size, offset, into, deadline);
    return file.recovering(deadline, reading::checked);
  }

  /** As {@link #readvAsync}, but waits for the end. */
  public void readv(long[] offsets, ByteBuffer[] into) {
    Await.result(readvAsync(offsets, into));
  }

  /**
   * Fills every buffer from its own place in the file, in as few requests as the server's limits
   * allow. The buffers are distinct; places may overlap, repeat, and come in any order; any number,
   * any length. At the end the position of every buffer is at its limit. If a range reaches past
   * the end of the file all fails with {@link XrootdError#PAST_END}, and positions are where they
   * were.
   */
  public CompletableFuture<Void> readvAsync(long[] offsets, ByteBuffer[] into) {
    checkOpen();
    if (offsets.length != into.length) {
      throw new IllegalArgumentException(
          offsets.length + " offsets, but " + into.length + " buffers");
    }
    long[] places = offsets.clone();
    ByteBuffer[] buffers = into.clone();
    int[] starts = new int[buffers.length];
    int[] ends = new int[buffers.length];
    long reach = 0;
    for (int i = 0; i < buffers.length; i++) {
      checkOffset(places[i], buffers[i].remaining());
      checkWritable(buffers[i]);
      starts[i] = buffers[i].position();
      ends[i] = buffers[i].limit();
      if (starts[i] < ends[i]) {
        reach = Math.max(reach, places[i] + (ends[i] - starts[i]));
      }
    }
    long deadline = deadline();
    long needed = reach;
    return withinFile(needed, deadline)
        .thenCompose(
            ok ->
                file.recovering(
                    deadline, o -> readvOnce(o, places, buffers, starts, ends, deadline)));
  }

  /**
   * The file may have grown since it was opened: only if the range is past its end the server is
   * asked.
   */
  private CompletableFuture<Void> withinFile(long end, long deadline) {
    if (end <= size.get()) {
      return CompletableFuture.completedFuture(null);
    }
    return statAsync(deadline)
        .thenAccept(
            stat -> {
              size.accumulateAndGet(stat.size(), Math::max);
              if (end > stat.size()) {
                throw file.problem(
                    XrootdError.PAST_END,
                    "a vector read up to byte " + end + " of a file of " + stat.size(),
                    "readv");
              }
            });
  }

  private CompletableFuture<Void> readvOnce(
      OpenedFile o, long[] offsets, ByteBuffer[] into, int[] starts, int[] ends, long deadline) {
    return file.readvLimits(o, deadline)
        .thenCompose(
            limits -> {
              ReadvPlan plan = new ReadvPlan(offsets, into, starts, ends, limits);
              CompletableFuture<?>[] parts = new CompletableFuture<?>[plan.requests()];
              for (int i = 0; i < parts.length; i++) {
                parts[i] = file.send(o, Requests.readv(o.handle(), plan, i, url.path(), deadline));
              }
              return together(parts);
            })
        .whenComplete(
            (done, e) -> {
              for (int i = 0; i < into.length; i++) {
                into[i].limit(ends[i]).position(e == null ? ends[i] : starts[i]);
              }
            });
  }

  // ---- writing

  /** As {@link #writeAsync}, but waits for the end. */
  public void write(long offset, ByteBuffer data) {
    Await.result(writeAsync(offset, data));
  }

  /**
   * Writes what remains in the buffer, whose position is then at its limit. Done means that the
   * server has it, not that it is safe on disk: see {@link #sync}. Never repeated; a failed write
   * may have been done in part.
   */
  public CompletableFuture<Void> writeAsync(long offset, ByteBuffer data) {
    OpenedFile o = file.opened();
    long deadline = deadline();
    return inPieces(
        offset,
        data,
        (at, piece) -> file.send(o, Requests.write(o.handle(), at, piece, url.path(), deadline)));
  }

  /** As {@link #pgwriteAsync}, but waits for the end. */
  public void pgwrite(long offset, ByteBuffer data) {
    Await.result(pgwriteAsync(offset, data));
  }

  /**
   * As {@link #writeAsync}, with a CRC32C over each page of 4 KiB on its way. Pages that arrive
   * damaged are sent again, alone, up to three times in all; if that does not help, or more than 16
   * of one request are damaged, the write fails with {@link XrootdError#CHECKSUM_ERROR}, and so
   * will the closing of the file. Servers that do not have this are written to as by {@link
   * #writeAsync}.
   */
  public CompletableFuture<Void> pgwriteAsync(long offset, ByteBuffer data) {
    OpenedFile o = file.opened();
    if (!o.session().protocol().checksumsPages()) {
      return writeAsync(offset, data);
    }
    long deadline = deadline();
    return inPieces(
        offset, data, (at, piece) -> PageWrites.write(file, o, at, piece, url.path(), deadline));
  }

  private CompletableFuture<Void> inPieces(
      long offset, ByteBuffer data, BiFunction<Long, ByteBuffer, CompletableFuture<?>> write) {
    checkForWriting();
    checkOffset(offset, data.remaining());
    int start = data.position();
    int length = data.remaining();
    int pieces = (int) (((long) length + WRITE_PIECE - 1) / WRITE_PIECE);
    CompletableFuture<?>[] parts = new CompletableFuture<?>[pieces];
    for (int i = 0; i < pieces; i++) {
      int at = i * WRITE_PIECE;
      ByteBuffer piece = data.slice(start + at, Math.min(WRITE_PIECE, length - at));
      parts[i] = write.apply(offset + at, piece);
    }
    return together(parts)
        .whenComplete(
            (done, e) -> {
              if (e == null) {
                data.position(start + length);
                size.accumulateAndGet(offset + length, Math::max);
              }
            });
  }

  /** Makes the server put what was written onto its disk. */
  public void sync() {
    checkForWriting();
    OpenedFile o = file.opened();
    Await.result(file.send(o, Requests.sync(o.handle(), url.path(), deadline())));
  }

  /** Makes the file {@code newSize} bytes long: cut, or filled up with zeros. */
  public void truncate(long newSize) {
    checkForWriting();
    checkOffset(newSize, 0);
    OpenedFile o = file.opened();
    Await.result(file.send(o, Requests.truncate(o.handle(), newSize, url.path(), deadline())));
    size.set(newSize);
  }

  /**
   * Closes the file; operations under way go on. Calling it again does nothing.
   *
   * @throws XrootdException if the file was open for writing, and the server could not close it in
   *     good order or was lost: what was not synced may be missing
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (mode == OpenMode.READ) {
      CompletableFuture<Boolean> closing = abandon();
      if (!Await.isLoopThread()) {
        // Never fails, and an interrupt is no reason to.
        closing.join();
      }
    } else {
      Await.result(file.close(deadline()));
    }
  }

  /** Closes the file for somebody who has gone. */
  CompletableFuture<Boolean> abandon() {
    closed.set(true);
    return file.closeQuietly(deadline());
  }

  /** Ends when all have ended, so that nothing touches a buffer after the caller has it back. */
  private static CompletableFuture<Void> together(CompletableFuture<?>[] parts) {
    return CompletableFuture.allOf(parts);
  }

  // ---- checks

  private long deadline() {
    return System.nanoTime() + timeoutNanos;
  }

  private void checkOpen() {
    if (closed.get()) {
      throw new IllegalStateException(url + " is closed");
    }
  }

  private void checkForWriting() {
    checkOpen();
    if (mode == OpenMode.READ) {
      throw new IllegalStateException(url + " is open for reading only");
    }
  }

  private static void checkOffset(long offset, int length) {
    if (offset < 0 || offset > Long.MAX_VALUE - length) {
      throw new IllegalArgumentException("no place in a file: offset " + offset);
    }
  }

  private static void checkWritable(ByteBuffer into) {
    if (into.isReadOnly()) {
      throw new IllegalArgumentException("the buffer to read into is read-only");
    }
  }
}

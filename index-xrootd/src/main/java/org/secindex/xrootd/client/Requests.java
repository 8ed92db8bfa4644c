package org.secindex.xrootd.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Builds the requests; the layout of the parameters is that of the protocol header of the
 * reference.
 */
final class Requests {
  /** rw-r--r-- for new files and rwxr-xr-x for new directories. */
  private static final int FILE_MODE = 0x1a4;

  private static final int DIRECTORY_MODE = 0x1ed;
  private static final int MAKE_PARENTS = 1;
  private static final int WITH_STAT = 2;
  private static final byte RETRY = 1;

  private Requests() {}

  static Request open(String path, String wirePath, OpenMode mode, boolean refresh, long deadline) {
    int options = mode.bits() | (refresh ? Wire.OPEN_REFRESH : 0);
    return new Request(
        Wire.OPEN,
        "open",
        path,
        (long) FILE_MODE << 48 | (long) options << 32,
        0,
        bytes(wirePath),
        new CollectBody(),
        64,
        mode.repeatable(),
        deadline);
  }

  static Request close(int handle, String path, long deadline) {
    return ofHandle(Wire.CLOSE, "close", handle, path, deadline);
  }

  static Request sync(int handle, String path, long deadline) {
    return ofHandle(Wire.SYNC, "sync", handle, path, deadline);
  }

  private static Request ofHandle(
      int code, String operation, int handle, String path, long deadline) {
    return new Request(
        code, operation, path, high(handle, 0), 0, Request.EMPTY, Body.DISCARD, 0, false, deadline);
  }

  static Request statHandle(int handle, String path, long deadline) {
    return new Request(
        Wire.STAT,
        "stat",
        path,
        0,
        handle & 0xffff_ffffL,
        Request.EMPTY,
        new CollectBody(),
        64,
        true,
        deadline);
  }

  static Request truncate(int handle, long size, String path, long deadline) {
    return new Request(
        Wire.TRUNCATE,
        "truncate",
        path,
        high(handle, size),
        size << 32,
        Request.EMPTY,
        Body.DISCARD,
        0,
        false,
        deadline);
  }

  static Request read(int handle, long offset, ReadBody body, String path, long deadline) {
    return new Request(
        Wire.READ,
        "read",
        path,
        high(handle, offset),
        offset << 32 | body.length(),
        Request.EMPTY,
        body,
        body.length(),
        true,
        deadline);
  }

  /** With a checksum for each page; {@code again} if it is one page that was damaged before. */
  static Request pgread(
      int handle, long offset, PageReadBody body, boolean again, String path, long deadline) {
    return new Request(
        Wire.PGREAD,
        "pgread",
        path,
        high(handle, offset),
        offset << 32 | body.length(),
        ByteBuffer.wrap(new byte[] {0, again ? RETRY : 0}),
        body,
        body.length() + 4 * (body.length() / PageReadBody.PAGE + 2),
        true,
        deadline);
  }

  static Request readv(int handle, ReadvPlan plan, int request, String path, long deadline) {
    return new Request(
        Wire.READV,
        "readv",
        path,
        0,
        0,
        plan.encode(request, handle),
        new ReadvBody(plan, plan.from(request), plan.to(request)),
        plan.bytes(request),
        true,
        deadline);
  }

  static Request write(int handle, long offset, ByteBuffer data, String path, long deadline) {
    return new Request(
        Wire.WRITE,
        "write",
        path,
        high(handle, offset),
        offset << 32,
        data,
        Body.DISCARD,
        0,
        false,
        deadline);
  }

  /** {@code pages} is data with a checksum before each page. */
  static Request pgwrite(
      int handle, long offset, ByteBuffer pages, boolean again, String path, long deadline) {
    return new Request(
        Wire.PGWRITE,
        "pgwrite",
        path,
        high(handle, offset),
        offset << 32 | (again ? RETRY << 16 : 0),
        pages,
        new PageWriteBody(),
        64,
        false,
        deadline);
  }

  /**
   * Parameters that start with a handle and a long, of which the upper half is in the first eight
   * bytes.
   */
  private static long high(int handle, long number) {
    return (long) handle << 32 | number >>> 32;
  }

  static Request stat(String path, String wirePath, long deadline) {
    return new Request(
        Wire.STAT, "stat", path, 0, 0, bytes(wirePath), new CollectBody(), 64, true, deadline);
  }

  static Request locate(String path, String wirePath, int options, long deadline) {
    return new Request(
        Wire.LOCATE,
        Locate.OPERATION,
        path,
        (long) options << 48,
        0,
        bytes(wirePath),
        new CollectBody(),
        256,
        true,
        deadline);
  }

  static Request list(String path, String wirePath, long deadline) {
    return new Request(
        Wire.DIRLIST,
        "list",
        path,
        0,
        WITH_STAT,
        bytes(wirePath),
        new CollectBody(),
        4096,
        true,
        deadline);
  }

  /** Making a directory that exists is no error, so it may be repeated. */
  static Request mkdir(String path, String wirePath, long deadline) {
    return new Request(
        Wire.MKDIR,
        "mkdir",
        path,
        (long) MAKE_PARENTS << 56,
        DIRECTORY_MODE,
        bytes(wirePath),
        Body.DISCARD,
        0,
        true,
        deadline);
  }

  static Request rename(String from, String wireFrom, String wireTo, long deadline) {
    ByteBuffer first = bytes(wireFrom);
    ByteBuffer second = bytes(wireTo);
    ByteBuffer both = ByteBuffer.allocate(first.remaining() + 1 + second.remaining());
    both.put(first.duplicate()).put((byte) ' ').put(second).flip();
    return new Request(
        Wire.MV, "rename", from, 0, first.remaining(), both, Body.DISCARD, 0, false, deadline);
  }

  static Request remove(String path, String wirePath, long deadline) {
    return new Request(
        Wire.RM, "remove", path, 0, 0, bytes(wirePath), Body.DISCARD, 0, false, deadline);
  }

  static Request removeDirectory(String path, String wirePath, long deadline) {
    return new Request(
        Wire.RMDIR,
        "remove directory",
        path,
        0,
        0,
        bytes(wirePath),
        Body.DISCARD,
        0,
        false,
        deadline);
  }

  static Request queryConfig(String keys, long deadline) {
    return new Request(
        Wire.QUERY,
        "query config",
        "",
        (long) Wire.QUERY_CONFIG << 48,
        0,
        bytes(keys),
        new CollectBody(),
        64,
        true,
        deadline);
  }

  static Request checksum(String path, String wirePath, long deadline) {
    return new Request(
        Wire.QUERY,
        "checksum",
        path,
        (long) Wire.QUERY_CHECKSUM << 48,
        0,
        bytes(wirePath),
        new CollectBody(),
        64,
        true,
        deadline);
  }

  static Request ping(long deadline) {
    return new Request(Wire.PING, "ping", "", 0, 0, Request.EMPTY, Body.DISCARD, 0, true, deadline);
  }

  /** Makes a server forget a session that was lost, and with it the locks that it held. */
  static Request endSession(byte[] id, long deadline) {
    ByteBuffer b = ByteBuffer.wrap(id);
    return new Request(
        Wire.END_SESSION,
        "endsess",
        "",
        b.getLong(),
        b.getLong(),
        Request.EMPTY,
        Body.DISCARD,
        0,
        true,
        deadline);
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}

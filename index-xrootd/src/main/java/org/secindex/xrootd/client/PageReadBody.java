package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Puts the pages of one read where the caller wants them, each behind its checksum, and notes those
 * that do not agree with it. Pages end where the file offset is a multiple of their size; the first
 * and the last may be shorter.
 */
final class PageReadBody implements Filling {
  static final int PAGE = 4096;

  /** More than this is no accident that reading a page again could mend. */
  static final int MOST_DAMAGED = 16;

  /** A page, or part of one, as a range of the buffer. */
  record Page(int from, int to) {}

  private final ByteBuffer into;
  private final int start;
  private final int length;
  private final long offset;

  private int filled;
  private int frameLeft;
  private int sumFilled;
  private int sum;
  private int pageBegin;
  private int pageLeft;
  private final CRC32C crc = new CRC32C();
  private final List<Page> damaged = new ArrayList<>();

  /**
   * For {@code length} bytes of the file from {@code offset} on, into {@code into} from start on.
   */
  PageReadBody(ByteBuffer into, int start, int length, long offset) {
    this.into = into;
    this.start = start;
    this.length = length;
    this.offset = offset;
  }

  @Override
  public void part(long at, int bytes) {
    requirePageEnd();
    if (bytes > 0 && at != offset + filled) {
      throw new ProtocolViolation(
          "pages for offset " + at + " where those for " + (offset + filled) + " were due");
    }
    frameLeft = bytes;
  }

  private void requirePageEnd() {
    if (sumFilled > 0) {
      throw new ProtocolViolation("a page at offset " + (offset + filled) + " that is cut short");
    }
  }

  @Override
  public void accept(ByteBuf in, int n) {
    if (n > frameLeft) {
      throw new ProtocolViolation("data without checksums where pages were due");
    }
    int left = n;
    while (left > 0) {
      int took = sumFilled < 4 ? takeSum(in, left) : takePage(in, left);
      left -= took;
      frameLeft -= took;
    }
  }

  private int takeSum(ByteBuf in, int most) {
    int take = Math.min(4 - sumFilled, most);
    for (int i = 0; i < take; i++) {
      sum = sum << 8 | in.readUnsignedByte();
    }
    sumFilled += take;
    if (sumFilled == 4) {
      int toBorder = PAGE - (int) ((offset + filled) % PAGE);
      pageLeft = Math.min(toBorder, frameLeft - take);
      if (pageLeft == 0 || pageLeft > length - filled) {
        throw new ProtocolViolation(
            "a page of %d bytes where %d are left of the %d asked for"
                .formatted(pageLeft, length - filled, length));
      }
      pageBegin = start + filled;
      crc.reset();
    }
    return take;
  }

  private int takePage(ByteBuf in, int most) {
    int take = Math.min(pageLeft, most);
    int at = start + filled;
    into.limit(at + take).position(at);
    in.readBytes(into);
    crc.update(into.position(at));
    filled += take;
    pageLeft -= take;
    if (pageLeft == 0) {
      if ((int) crc.getValue() != sum && damaged.size() <= MOST_DAMAGED) {
        damaged.add(new Page(pageBegin, start + filled));
      }
      sumFilled = 0;
    }
    return take;
  }

  @Override
  public @Nullable String complete() {
    requirePageEnd();
    return null;
  }

  @Override
  public void restart() {
    filled = 0;
    frameLeft = 0;
    sumFilled = 0;
    damaged.clear();
  }

  /** Those that are not what their checksums say; one more than {@link #MOST_DAMAGED} at most. */
  List<Page> damaged() {
    return damaged;
  }

  @Override
  public int filled() {
    return filled;
  }

  @Override
  public int length() {
    return length;
  }
}

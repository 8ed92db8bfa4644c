package org.secindex.xrootd.client;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A vector read cut to what a server takes: elements longer than its limit become several pieces,
 * and pieces are grouped into requests. Pieces keep the order of the elements; empty elements have
 * none.
 */
final class ReadvPlan {
  /**
   * Data of one request: enough to drown the round trip, little enough that answers overlap with
   * their use.
   */
  static final int REQUEST_BYTES = 4 << 20;

  private final ByteBuffer[] targets;
  private int[] element = new int[16];
  private int[] start = new int[16];
  private int[] length = new int[16];
  private long[] offset = new long[16];
  private int pieces;

  private int[] requestEnd = new int[4];
  private int requests;

  /**
   * {@code starts} and {@code ends} are the range of each target to fill, {@code offsets} where its
   * data is in the file.
   */
  ReadvPlan(long[] offsets, ByteBuffer[] targets, int[] starts, int[] ends, ReadvLimits limits) {
    this.targets = targets;
    int count = 0;
    long bytes = 0;
    for (int i = 0; i < offsets.length; i++) {
      for (int at = starts[i]; at < ends[i]; ) {
        int n = Math.min(ends[i] - at, Math.min(limits.elementBytes(), REQUEST_BYTES));
        if (count == limits.elements() || bytes + n > REQUEST_BYTES) {
          endRequest();
          count = 0;
          bytes = 0;
        }
        add(i, at, n, offsets[i] + (at - starts[i]));
        count++;
        bytes += n;
        at += n;
      }
    }
    if (count > 0) {
      endRequest();
    }
  }

  private void add(int i, int at, int n, long fileOffset) {
    if (pieces == element.length) {
      int capacity = 2 * pieces;
      element = Arrays.copyOf(element, capacity);
      start = Arrays.copyOf(start, capacity);
      length = Arrays.copyOf(length, capacity);
      offset = Arrays.copyOf(offset, capacity);
    }
    element[pieces] = i;
    start[pieces] = at;
    length[pieces] = n;
    offset[pieces] = fileOffset;
    pieces++;
  }

  private void endRequest() {
    if (requests == requestEnd.length) {
      requestEnd = Arrays.copyOf(requestEnd, 2 * requests);
    }
    requestEnd[requests++] = pieces;
  }

  int requests() {
    return requests;
  }

  /** First piece of a request. */
  int from(int request) {
    return request == 0 ? 0 : requestEnd[request - 1];
  }

  /** Piece after the last one of a request. */
  int to(int request) {
    return requestEnd[request];
  }

  ByteBuffer target(int piece) {
    return targets[element[piece]];
  }

  /** Position in the target. */
  int start(int piece) {
    return start[piece];
  }

  int length(int piece) {
    return length[piece];
  }

  /** Position in the file. */
  long offset(int piece) {
    return offset[piece];
  }

  /** The elements of a request as they go over the wire. */
  ByteBuffer encode(int request, int handle) {
    ByteBuffer b = ByteBuffer.allocate(Wire.ELEMENT_HEADER * (to(request) - from(request)));
    for (int i = from(request); i < to(request); i++) {
      b.putInt(handle).putInt(length[i]).putLong(offset[i]);
    }
    return b.flip();
  }

  /** Bytes that the answer to a request takes. */
  int bytes(int request) {
    int sum = 0;
    for (int i = from(request); i < to(request); i++) {
      sum += Wire.ELEMENT_HEADER + length[i];
    }
    return sum;
  }
}

package org.secindex.xrootd.client;

import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what a server says on one connection to the requests that it answers. All on the event
 * loop of the session.
 */
final class Replies implements FrameDecoder.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(Replies.class);

  private final Session session;
  private final InFlight inFlight;
  private final Deadlines live;
  private long last = System.nanoTime();
  private int openFiles;

  Replies(Session session, InFlight inFlight, Deadlines live) {
    this.session = session;
    this.inFlight = inFlight;
    this.live = live;
  }

  /** When the last bytes came, in the time of {@link System#nanoTime}. */
  long last() {
    return last;
  }

  /** Files that the server has open for this session. */
  int openFiles() {
    return openFiles;
  }

  @Override
  public Body begin(int id, int status, int length) {
    last = System.nanoTime();
    switch (status) {
      case Wire.OK, Wire.OKSOFAR -> {
        Request r = inFlight.get(id);
        if (r == null) {
          LOG.warn("{} answers {} bytes to nobody: stream {}", session.server(), length, id);
          return Body.DISCARD;
        }
        // A late answer must not touch the caller's buffer; that to an open is kept for its handle.
        return r.ended() && r.code != Wire.OPEN ? Body.DISCARD : r.body;
      }
      case Wire.ERROR, Wire.REDIRECT, Wire.WAIT, Wire.WAITRESP, Wire.ATTN, Wire.AUTHMORE -> {
        return new CollectBody();
      }
      default -> throw new ProtocolViolation("a frame with status " + status);
    }
  }

  @Override
  public Body beginPart(StatusFrame frame) {
    last = System.nanoTime();
    Request r = inFlight.get(frame.id());
    if (r == null || frame.kind() == StatusFrame.Kind.PROGRESS) {
      return Body.DISCARD;
    }
    if (!frame.answers(r)) {
      throw new ProtocolViolation("a status frame for another request than " + r.operation);
    }
    if (r.ended()) {
      return Body.DISCARD;
    }
    r.body.part(frame.offset(), frame.length());
    return r.body;
  }

  @Override
  public void end(int id, int status, Body body) {
    if (status == Wire.ATTN) {
      attention((CollectBody) body);
      return;
    }
    Request r = inFlight.get(id);
    if (r == null) {
      if (status != Wire.OK && status != Wire.OKSOFAR) {
        LOG.warn("{} sends status {} to nobody: stream {}", session.server(), status, id);
      }
      return;
    }
    countFiles(r, status);
    switch (status) {
      case Wire.OKSOFAR -> {}
      case Wire.OK -> finish(r);
      case Wire.ERROR -> {
        CollectBody error = (CollectBody) body;
        int code = error.buffer(0, 4, "an error").getInt();
        release(r);
        r.fail(
            XrootdException.server(
                code, error.text(4), session.server().toString(), r.operation, r.path));
      }
      case Wire.REDIRECT -> {
        CollectBody redirect = (CollectBody) body;
        int port = redirect.buffer(0, 4, "a redirect").getInt();
        release(r);
        r.done.complete(new Reply.Redirect(port, redirect.text(4)));
      }
      case Wire.WAIT -> {
        if (r.wantsToKnowOfWaits) {
          release(r);
          r.done.complete(Reply.Wait.WAIT);
        } else {
          resendIn(r, ((CollectBody) body).buffer(0, 4, "a wait").getInt());
        }
      }
      case Wire.WAITRESP -> {
        r.deferred = true;
        r.takeTime();
      }
      default -> {
        release(r);
        r.fail(
            session.failure(
                r,
                XrootdError.CLIENT_UNSUPPORTED,
                "the server wants another round of authentication",
                false));
      }
    }
  }

  @Override
  public void endOfBatch() {
    // Also in the midst of a long frame.
    last = System.nanoTime();
    session.pump();
  }

  /** A file that could not be closed in good order is none that is open, either. */
  private void countFiles(Request r, int status) {
    if (r.code == Wire.OPEN && status == Wire.OK) {
      openFiles++;
    } else if (r.code == Wire.CLOSE && (status == Wire.OK || status == Wire.ERROR)) {
      openFiles--;
    }
  }

  private void finish(Request r) {
    boolean late = r.ended();
    String problem = late ? null : r.body.complete();
    release(r);
    if (late) {
      if (r.code == Wire.OPEN && ((CollectBody) r.body).length() >= 4) {
        int handle = ((CollectBody) r.body).buffer(0, 4, "an open").getInt();
        session.submit(
            Requests.close(handle, r.path, System.nanoTime() + TimeUnit.SECONDS.toNanos(60)));
      }
      return;
    }
    if (problem == null) {
      r.done.complete(Reply.Done.DONE);
    } else {
      r.fail(session.failure(r, XrootdError.PAST_END, problem, false));
    }
  }

  /** The answer is final: the id is free, and the request no longer waits. */
  private void release(Request r) {
    live.remove(r);
    inFlight.remove(r);
  }

  private void resendIn(Request r, int seconds) {
    boolean late = r.ended();
    release(r);
    if (late) {
      return;
    }
    r.takeTime();
    int pause = Math.max(0, seconds);
    if (System.nanoTime() + TimeUnit.SECONDS.toNanos(pause) - r.deadline >= 0) {
      r.fail(
          session.failure(
              r,
              XrootdError.TIMED_OUT,
              "the server says to wait " + seconds + " s, which is beyond the request timeout",
              false));
      return;
    }
    LOG.debug("{} {} waits {} s as {} says", r.operation, r.path, pause, session.server());
    r.forgetRefresh();
    r.body.restart();
    session.sendAgainIn(pause, r);
  }

  /** An unsolicited message: only the deferred answer, a frame in a frame, means anything. */
  private void attention(CollectBody message) {
    if (message.buffer(0, 4, "an unsolicited message").getInt() != Wire.ATTN_ASYNRESP) {
      LOG.info("{} says: {}", session.server(), message.text(4));
      return;
    }
    ByteBuffer frame = message.buffer(8, Wire.RESPONSE_HEADER, "a deferred answer");
    FrameDecoder inner = new FrameDecoder(this);
    if ((frame.getShort(frame.position() + 2) & 0xffff) == Wire.ATTN) {
      throw new ProtocolViolation("an unsolicited message within another");
    }
    inner.decode(Unpooled.wrappedBuffer(frame));
    if (!inner.isBetweenFrames()) {
      throw new ProtocolViolation("a deferred answer that is cut short");
    }
  }

  @Override
  public void lost(String cause) {
    session.lost(cause);
  }
}

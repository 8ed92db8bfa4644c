package org.secindex.xrootd.client;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Says to a client what no server should, for a while, in a process whose memory is small. Ends
 * with 0 if every request ended, no byte was written beside the place it was read for, and the
 * client found no fault but that of the server. On anything else, or when one input takes long, it
 * tells the input, and ends with 1.
 */
final class FrameFuzz {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();
  private static final byte UNTOUCHED = 0x5a;
  private static final int MARGIN = 16;
  private static final int[] EDGES = {
    0, 1, -1, 7, 8, 16, 24, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 24, 0x0fa7_0000, 4096
  };

  private final long seed;
  private volatile long input = -1;
  private volatile long begunAt = System.nanoTime();
  private final Map<String, Long> outcomes = new TreeMap<>();

  private FrameFuzz(long seed) {
    this.seed = seed;
  }

  /** Arguments: seed, seconds; the number of an input if it is to be the only one. */
  public static void main(String[] args) {
    FrameFuzz fuzz = new FrameFuzz(Long.parseLong(args[0]));
    Thread watch = new Thread(fuzz::watch, "watch");
    watch.setDaemon(true);
    watch.start();
    if (args.length > 2) {
      fuzz.hear(Long.parseLong(args[2]));
      return;
    }
    long begin = System.nanoTime();
    long nanos = Duration.ofSeconds(Long.parseLong(args[1])).toNanos();
    long number = 0;
    while (System.nanoTime() - begin < nanos) {
      fuzz.hear(number++);
    }
    System.out.println("seed " + args[0] + ": " + number + " inputs, " + fuzz.outcomes);
  }

  /** Each input depends on the seed and its number only. */
  private void hear(long number) {
    input = number;
    begunAt = System.nanoTime();
    try {
      new Conversation(new Random(seed + number * 0x9e3779b97f4a7c15L)).run();
    } catch (Throwable e) { // Of any kind: that is what this looks for.
      fail(e);
    }
  }

  /** Some requests, and what is said to them. */
  private final class Conversation {
    private final Random random;
    private final List<Request> asked = new ArrayList<>();
    private final List<byte[]> answers = new ArrayList<>();
    private final List<ByteBuffer> targets = new ArrayList<>();

    Conversation(Random random) {
      this.random = random;
    }

    void run() {
      try (LocalSession local = new LocalSession()) {
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
          ask(local);
        }
        Collections.shuffle(answers, random);
        byte[] said = LocalSession.join(answers.toArray(new byte[0][]));
        boolean sound = random.nextInt(10) == 0;
        if (!sound) {
          said = damaged(said);
        }
        local.say(said, 1 + random.nextInt(1 + said.length / (1 + random.nextInt(50))));
        if (sound && !asked.stream().allMatch(Request::ended)) {
          throw new IllegalStateException("sound answers, but not to all");
        }
        require(local.session);
        boolean survived = local.session.isOpen();
        local.session.lost("the end");
        asked.forEach(this::require);
        count((sound ? "sound" : "damaged") + (survived ? "" : ", connection dropped"));
      }
      for (ByteBuffer target : targets) {
        target.clear();
        for (int i = 0; i < MARGIN; i++) {
          if (target.get(i) != UNTOUCHED || target.get(target.capacity() - 1 - i) != UNTOUCHED) {
            throw new IllegalStateException("written beside the place that was read for");
          }
        }
      }
    }

    /** A session ends for what the server did, not for what the client did. */
    private void require(Session session) {
      String because = session.lostBecause();
      if (!session.isOpen() && !because.startsWith("the server broke the protocol: ")) {
        throw new IllegalStateException("lost because " + because);
      }
    }

    private void require(Request r) {
      if (!r.ended()) {
        throw new IllegalStateException(r.operation + " has no end");
      }
      if (r.done.isCompletedExceptionally()) {
        XrootdException e = r.done.handle((ok, failure) -> Await.failure(failure)).getNow(null);
        if (e.getSuppressed().length > 0) {
          throw e;
        }
        count(e.error().toString());
        return;
      }
      try {
        count(read(r));
      } catch (ProtocolViolation e) {
        count("answer makes no sense");
      }
    }

    private String read(Request r) {
      if (r.done.join() instanceof Reply.Redirect redirect) {
        return "redirect " + (redirect.port() >= 0);
      }
      switch (r.code) {
        case Wire.OPEN -> {
          CollectBody answer = (CollectBody) r.body;
          answer.buffer(0, 12, "an open").getInt();
          StatInfo.parse(answer.text(12));
        }
        case Wire.STAT -> StatInfo.parse(((CollectBody) r.body).text(0));
        case Wire.PROTOCOL -> ProtocolAnswer.parse((CollectBody) r.body);
        case Wire.QUERY -> ReadvLimits.parse(((CollectBody) r.body).text(0));
        case Wire.PGWRITE -> ((PageWriteBody) r.body).damaged();
        case Wire.DIRLIST -> {
          String text = ((CollectBody) r.body).text(0);
          if (DirEntry.hasStat(text)) {
            DirEntry.parse(text);
          } else {
            DirEntry.names(text);
          }
        }
        default -> {}
      }
      return "answered";
    }

    private ByteBuffer target(int length) {
      byte[] bytes = new byte[length + 2 * MARGIN];
      Arrays.fill(bytes, UNTOUCHED);
      ByteBuffer b = ByteBuffer.wrap(bytes);
      targets.add(b);
      return b;
    }

    private void ask(LocalSession local) {
      long d = LocalSession.deadline();
      int length = 1 + random.nextInt(random.nextBoolean() ? 20 : 9000);
      long offset = random.nextInt(10_000);
      byte[] data = Pattern.bytes(offset, length).array();
      switch (random.nextInt(9)) {
        case 0 ->
            plain(
                local,
                Requests.open("/f", "/f", OpenMode.READ, false, d),
                LocalSession.join(FakeServer.ints(7, 0, 0), FakeServer.bytes("1 9 48 7\0")));
        case 1 -> plain(local, Requests.stat("/f", "/f", d), FakeServer.bytes("1 9 48 7\0"));
        case 2 ->
            plain(
                local,
                Requests.list("/", "/", d),
                FakeServer.bytes(
                    random.nextBoolean()
                        ? "one\ntwo\0"
                        : ".\n0 0 0 0\none\n1 2 3 4\ntwo\n5 6 7 8\0"));
        case 3 ->
            plain(
                local,
                Requests.read(7, offset, new ReadBody(target(length), MARGIN, length), "/f", d),
                data);
        case 4 -> {
          ByteBuffer a = target(length);
          ByteBuffer b = target(3);
          ReadvPlan plan =
              new ReadvPlan(
                  new long[] {offset, 5},
                  new ByteBuffer[] {a, b},
                  new int[] {MARGIN, MARGIN},
                  new int[] {MARGIN + length, MARGIN + 3},
                  new ReadvLimits(10, 5000));
          for (int i = 0; i < plan.requests(); i++) {
            byte[][] elements = new byte[plan.to(i) - plan.from(i)][];
            for (int p = 0; p < elements.length; p++) {
              int piece = plan.from(i) + p;
              elements[p] = LocalSession.element(plan.offset(piece), plan.length(piece));
            }
            plain(local, Requests.readv(7, plan, i, "/f", d), LocalSession.join(elements));
          }
        }
        case 5 -> {
          PageReadBody body = new PageReadBody(target(length), MARGIN, length, offset);
          Request r = submitted(local, Requests.pgread(7, offset, body, false, "/f", d));
          int first = (int) Math.min(length, 4096 - offset % 4096);
          answers.add(
              LocalSession.join(
                  LocalSession.status(r.id, r.code, 1, offset, LocalSession.pages(offset, first)),
                  LocalSession.status(
                      r.id,
                      r.code,
                      0,
                      offset + first,
                      LocalSession.pages(offset + first, length - first))));
        }
        case 6 -> {
          Request r =
              submitted(local, Requests.pgwrite(7, 0, ByteBuffer.allocate(9), false, "/f", d));
          answers.add(LocalSession.status(r.id, r.code, 0, 0, new byte[0]));
        }
        case 7 -> plain(local, Requests.queryConfig("a b", d), FakeServer.bytes("17\n4711\n"));
        default ->
            plain(
                local,
                Login.request(Wire.PROTOCOL, "protocol", 0, 0, Request.EMPTY, d),
                RawPeer.bytes("00000511 00300001 4200 0008 6162632c 64656600 5300 0002 0200"));
      }
    }

    private Request submitted(LocalSession local, Request r) {
      asked.add(r);
      return local.submit(r);
    }

    /** Answers in one frame or several, at once or later, or sends elsewhere, or fails. */
    private void plain(LocalSession local, Request request, byte[] body) {
      Request r = submitted(local, request);
      int cut = random.nextInt(body.length + 1);
      byte[] whole = FakeServer.frame(r.id, Wire.OK, body);
      answers.add(
          switch (random.nextInt(6)) {
            case 0 ->
                LocalSession.join(
                    FakeServer.frame(r.id, Wire.OKSOFAR, Arrays.copyOf(body, cut)),
                    FakeServer.frame(r.id, Wire.OK, Arrays.copyOfRange(body, cut, body.length)));
            case 1 ->
                LocalSession.join(
                    FakeServer.frame(r.id, Wire.WAITRESP, FakeServer.ints(5)),
                    FakeServer.frame(0, Wire.ATTN, FakeServer.ints(5008, 0), whole));
            case 2 ->
                FakeServer.frame(
                    r.id, Wire.REDIRECT, FakeServer.ints(1094), FakeServer.bytes("h?a=b?c"));
            case 3 ->
                FakeServer.frame(
                    r.id, Wire.ERROR, FakeServer.ints(3011), FakeServer.bytes("none\0"));
            default -> whole;
          });
    }

    private byte[] damaged(byte[] sound) {
      byte[] b = sound.clone();
      int faults = 1 + random.nextInt(3);
      for (int i = 0; i < faults && b.length > 4; i++) {
        int at = random.nextInt(b.length - 3);
        switch (random.nextInt(6)) {
          case 0 -> b[at] ^= (byte) (1 << random.nextInt(8));
          case 1 -> b[Math.min(at, 40)] = (byte) random.nextInt();
          case 2 -> ByteBuffer.wrap(b).putInt(at, EDGES[random.nextInt(EDGES.length)]);
          case 3 -> b = Arrays.copyOf(b, at);
          case 4 ->
              b = LocalSession.join(Arrays.copyOf(b, at), Arrays.copyOfRange(b, at / 2, b.length));
          default ->
              ByteBuffer.wrap(b).putInt(Math.min(4, at), EDGES[random.nextInt(EDGES.length)]);
        }
      }
      return b;
    }
  }

  private void count(String outcome) {
    outcomes.merge(outcome, 1L, Long::sum);
  }

  private void watch() {
    while (System.nanoTime() - begunAt < PATIENCE_NANOS) {
      LockSupport.parkNanos(PATIENCE_NANOS / 20);
    }
    for (var thread : Thread.getAllStackTraces().entrySet()) {
      System.out.println(thread.getKey() + " " + Arrays.toString(thread.getValue()));
    }
    fail(null);
  }

  private void fail(@Nullable Throwable cause) {
    System.out.println(
        "seed " + seed + ", input " + input + (cause == null ? ": takes too long" : ": " + cause));
    if (cause != null) {
      cause.printStackTrace(System.out);
    }
    System.out.flush();
    Runtime.getRuntime().halt(1);
  }
}

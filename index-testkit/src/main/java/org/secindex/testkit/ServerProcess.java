package org.secindex.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server with a port of its own, which can be stopped, killed, and started again on the same
 * port.
 *
 * <p>Safe for use by several threads. A server that still runs when the JVM ends is stopped then;
 * only a JVM that is killed hard leaves it.
 */
final class ServerProcess implements Closeable {
  private static final int PORTS_TO_TRY = 8;
  private static final int POLL_MILLIS = 5;
  private static final int LOG_LINES_IN_ERRORS = 6;

  private final ServerProgram program;
  private final FreePort port;
  private final Thread exitHook = new Thread(this::stopAtExit, "stop-server");
  private @Nullable Process process;
  private boolean paused;

  private ServerProcess(ServerProgram program, FreePort port) {
    this.program = program;
    this.port = port;
  }

  /** Another program holds the port. */
  private static final class PortTakenException extends IOException {
    private static final long serialVersionUID = 1L;

    PortTakenException(String message) {
      super(message);
    }
  }

  /**
   * Starts the program on a free port and returns when it accepts connections.
   *
   * @throws IOException if it cannot be run, ends, or is not ready in time; with the end of its log
   */
  static ServerProcess start(ServerProgram program) throws IOException {
    for (int attempt = 1; ; attempt++) {
      ServerProcess server = new ServerProcess(program, FreePort.claim());
      boolean started = false;
      try {
        Runtime.getRuntime().addShutdownHook(server.exitHook);
        server.start();
        started = true;
        return server;
      } catch (PortTakenException taken) {
        if (attempt == PORTS_TO_TRY) {
          throw taken;
        }
      } finally {
        if (!started) {
          server.kill();
          server.release();
        }
      }
    }
  }

  int port() {
    return port.number();
  }

  /** As the program is called in messages. */
  String name() {
    return program.name();
  }

  /** Ids of the processes that do the server's work; empty while it is down. */
  synchronized List<Long> pids() {
    return process != null && process.isAlive() ? List.of(process.pid()) : List.of();
  }

  /**
   * Starts the server again on the same port, after stopping it if it runs, and returns when it
   * accepts connections.
   *
   * @throws IOException as {@link #start(ServerProgram)}
   */
  synchronized void restart() throws IOException {
    stop();
    start();
  }

  private synchronized void start() throws IOException {
    Path log = program.log();
    long before = Files.exists(log) ? Files.size(log) : 0;
    Process started =
        new ProcessBuilder(program.command().on(port.number()))
            .directory(program.directory().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    process = started;
    paused = false;
    started.getOutputStream().close();
    long deadline = System.nanoTime() + program.startPatience().toNanos();
    while (true) {
      // In this order: whatever the program wrote before its end is read after the end was seen.
      boolean ended = ended(started, POLL_MILLIS);
      String written = textFrom(log, before);
      if (ended) {
        throw failure(
            "ended with exit code " + started.exitValue() + " instead of starting", written);
      }
      if (program.ready().matcher(written).find()) {
        return;
      }
      if (System.nanoTime() > deadline) {
        kill();
        throw failure(
            "was not ready within " + program.startPatience().toSeconds() + " s, and was killed",
            written);
      }
    }
  }

  private IOException failure(String what, String written) {
    String message =
        "%s on port %d %s; the end of its log %s:\n%s"
            .formatted(program.name(), port.number(), what, program.log(), end(written));
    return written.contains(program.portTaken())
        ? new PortTakenException(message)
        : new IOException(message);
  }

  /** The last lines of a log, for messages. */
  static String end(String log) {
    List<String> lines = log.lines().toList();
    return String.join(
        "\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_IN_ERRORS), lines.size()));
  }

  private static boolean ended(Process process, long millis) throws InterruptedIOException {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(
          "interrupted while waiting for process " + process.pid() + "; it was killed");
    }
  }

  private static String textFrom(Path file, long offset) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size() - offset));
      while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) >= 0) {}
      return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Asks the server to stop and waits for its end; does nothing if it is down.
   *
   * @throws IOException if it did not end in time: it was killed then
   */
  synchronized void stop() throws IOException {
    Process running = process;
    if (running == null) {
      return;
    }
    running.destroy();
    if (paused) {
      resume();
    }
    if (!ended(running, program.stopPatience().toMillis())) {
      kill();
      throw new IOException(
          "%s (process %d) did not stop within %d s, and was killed; its log: %s"
              .formatted(
                  program.name(),
                  running.pid(),
                  program.stopPatience().toSeconds(),
                  program.log()));
    }
    process = null;
  }

  /**
   * Ends the server as a crash would (SIGKILL), and waits until the process is gone; does nothing
   * if it is down.
   */
  synchronized void kill() {
    Process running = process;
    process = null;
    if (running != null) {
      // The kernel ends a killed process without its help, so this wait is short.
      running.destroyForcibly().onExit().join();
    }
  }

  /** Makes the server hang (SIGSTOP) until {@link #resume}; does nothing if it is down. */
  synchronized void pause() throws IOException {
    signal("STOP");
    paused = true;
  }

  /** Lets a hung server go on; does nothing to one that is not, or is down. */
  synchronized void resume() throws IOException {
    signal("CONT");
    paused = false;
  }

  private void signal(String name) throws IOException {
    Process running = process;
    if (running != null && running.isAlive()) {
      Process kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(running.pid()))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      kill.onExit().join();
    }
  }

  private void stopAtExit() {
    try {
      stop();
      deleteTemporary();
    } catch (IOException e) {
      // The JVM is ending: standard error is all that is left, and logging may be gone.
      System.err.println(e.getMessage());
    }
  }

  private void deleteTemporary() throws IOException {
    for (Path directory : program.temporary()) {
      FileTree.delete(directory);
    }
  }

  private void release() {
    port.close();
    try {
      Runtime.getRuntime().removeShutdownHook(exitHook);
    } catch (IllegalStateException e) {
      // The JVM is ending, and the hook finds nothing to do.
    }
  }

  /** Stops the server for good, deletes what was temporary, and gives up its port. */
  @Override
  public void close() throws IOException {
    try {
      stop();
    } finally {
      release();
      deleteTemporary();
    }
  }
}

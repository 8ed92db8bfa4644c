package org.secindex.bench;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What a piece of work in this process took. A figure that cannot be read is null, never 0.
 *
 * @param wallSeconds time on the clock
 * @param userSeconds CPU time in user mode, of all threads, those of the JVM included
 * @param systemSeconds CPU time in the kernel
 * @param ioWaitSeconds see {@link OwnFigures#ioWaitIsOwn}
 * @param readBytes that came from a disk
 */
public record Effort(
    double wallSeconds,
    @Nullable Double userSeconds,
    @Nullable Double systemSeconds,
    @Nullable Double ioWaitSeconds,
    @Nullable Long readBytes) {
  /** As exact as results are written. */
  private static final double MICROS_A_SECOND = 1e6;

  /** What is measured. */
  interface Work<T> {
    T run() throws IOException;
  }

  /** What came out, and what it took. */
  record Measured<T>(T result, Effort effort) {}

  static <T> Measured<T> of(Work<T> work) throws IOException {
    OwnFigures before = OwnFigures.read();
    long begin = System.nanoTime();
    T result = work.run();
    long end = System.nanoTime();
    OwnFigures after = OwnFigures.read();
    Double bytes = OwnFigures.difference(after.readBytes(), before.readBytes());
    return new Measured<>(
        result,
        new Effort(
            Math.round((end - begin) / 1e3) / MICROS_A_SECOND,
            OwnFigures.difference(after.userSeconds(), before.userSeconds()),
            OwnFigures.difference(after.systemSeconds(), before.systemSeconds()),
            OwnFigures.difference(after.ioWaitSeconds(), before.ioWaitSeconds()),
            bytes == null ? null : Long.valueOf(bytes.longValue())));
  }
}

package org.secindex.bench;

import org.jspecify.annotations.Nullable;

/**
 * A second or so of a measurement. A figure that cannot be read is null, never 0.
 *
 * @param endSeconds when it ended, from the beginning of the measurement
 * @param seconds how long it was
 * @param operations what was done in it
 * @param latency of the calls that ended in it; null if there were none, or a suite is one call
 * @param clientCores CPU time of the bench's process by time: how many processors it kept busy
 * @param serverCores the same of all server processes
 */
record Interval(
    double endSeconds,
    double seconds,
    long operations,
    @Nullable Latency latency,
    @Nullable Double clientCores,
    @Nullable Double serverCores) {}

package org.secindex.bench;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a piece of work used. A figure that cannot be read is null, never 0.
 *
 * @param wallSeconds time on the clock
 * @param clientCpuSeconds user and system time of this process
 * @param serverCpuSeconds user and system time of all server processes; null if there are none of
 *     ours
 * @param clientRssBytes largest resident memory of this process that was seen
 * @param serverRssBytes largest resident memory of all server processes together
 * @param readBytes read from the disk by all processes
 * @param writeBytes written to the disk by all processes
 * @param majorFaults page faults of all processes that had to read from the disk
 * @param servers what each server process used, by its id
 * @param garbage what this JVM did for memory
 * @param intervals how it went on
 * @param otherCores processors that other programs of this machine kept busy meanwhile
 */
record Usage(
    double wallSeconds,
    @Nullable Double clientCpuSeconds,
    @Nullable Double serverCpuSeconds,
    @Nullable Long clientRssBytes,
    @Nullable Long serverRssBytes,
    @Nullable Long readBytes,
    @Nullable Long writeBytes,
    @Nullable Long majorFaults,
    Map<Long, ProcessFigures> servers,
    Garbage garbage,
    List<Interval> intervals,
    @Nullable Double otherCores) {}

package org.secindex.bench;

import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a job took, and whether its result was right.
 *
 * @param operations entries written or read, or keys looked up
 * @param usage what was used
 * @param latency of each call, in nanoseconds; null where a job is one call
 * @param checksum the {@link org.secindex.api.EntryChecksum} of all entries stored or answered, as
 *     they were found
 * @param diskBytes of the index after the job; null where the store does not tell
 * @param wrong what was wrong, in one line
 */
record Measurement(
    long operations,
    Usage usage,
    @Nullable Histogram latency,
    long checksum,
    @Nullable Long diskBytes,
    Optional<String> wrong) {}

package org.secindex.tide;

import java.util.OptionalLong;

/**
 * What a channel holds.
 *
 * @param channel the channel
 * @param entries how many entries
 * @param payloadBytes how many bytes their payloads have; absent if only index blocks were read
 * @param first the smallest timestamp, unsigned; 0 if there is no entry
 * @param last the largest timestamp, unsigned; 0 if there is no entry
 */
public record ChannelSummary(
    Channel channel, long entries, OptionalLong payloadBytes, long first, long last) {}

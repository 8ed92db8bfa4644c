package org.secindex.tide;

/**
 * What was written.
 *
 * @param channels how many
 * @param chunks how many
 * @param entries how many
 * @param bytes how many the file has
 */
public record Rewritten(long channels, long chunks, long entries, long bytes) {}

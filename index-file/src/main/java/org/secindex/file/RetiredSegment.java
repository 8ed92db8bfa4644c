package org.secindex.file;

/**
 * A file that is no longer part of the index, but kept for readers that opened an older manifest.
 *
 * @param name the file
 * @param bytes its length
 * @param since when the manifest that no longer named it was made: milliseconds since 1970 UTC
 */
record RetiredSegment(String name, long bytes, long since) {}

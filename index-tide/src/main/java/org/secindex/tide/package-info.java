/**
 * TIDE logs ("time-indexed data entries"): chunked recordings of robots, as RSBag and libtidelog
 * wrote them.
 *
 * <ul>
 *   <li><b>To read one</b>: {@link org.secindex.tide.TideReader}, whose {@link
 *       org.secindex.tide.TideCursor} walks over entries without making an object of any. It takes
 *       bytes from a {@link org.secindex.tide.TideSource}: a file, a stream, memory, a remote file.
 *   <li><b>To write one</b>: {@link org.secindex.tide.TideWriter}.
 *   <li><b>When one is damaged</b>: {@link org.secindex.tide.TideRepair}. What is odd about a log
 *       is told as {@link org.secindex.tide.Problem}s while it is read.
 *   <li><b>To make another of one or several</b>: {@link org.secindex.tide.TideRewrite}.
 *   <li><b>To index one</b>: {@link org.secindex.tide.ChannelEntries} offers a channel as entries
 *       timestamp to (chunk, offset).
 *   <li><b>To do all this otherwise</b>: {@link org.secindex.tide.TideParser} is the format without
 *       any input or output.
 * </ul>
 *
 * Chunk ids, channel ids and entry sizes are unsigned 32-bit numbers and travel as {@code long} 0
 * .. 2^32-1. Timestamps are unsigned 64-bit numbers and travel as the {@code long} of the same
 * bits: compare them with {@link java.lang.Long#compareUnsigned}. Offsets and lengths in files are
 * unsigned 64-bit numbers; none above 2^63-1 is ever taken for true.
 */
@NullMarked
package org.secindex.tide;

import org.jspecify.annotations.NullMarked;

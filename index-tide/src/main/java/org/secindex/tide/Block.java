package org.secindex.tide;

/**
 * A block of a log.
 *
 * @param tag {@code TIDE}, {@code CHAN}, {@code CHNK} or {@code INDX}
 * @param position where its tag lies in the file
 * @param end where it ends in the file
 * @param id of the channel ({@code CHAN}, {@code INDX}) or the chunk ({@code CHNK}); 0 for {@code
 *     TIDE}
 * @param count of the entries ({@code CHNK}, as its header says) or rows ({@code INDX}); otherwise
 *     0
 */
public record Block(String tag, long position, long end, long id, long count) {}

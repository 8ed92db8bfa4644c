package org.secindex.tide;

import java.util.List;

/**
 * What a log is found to hold when all of it is read.
 *
 * @param channels how many, undeclared ones included
 * @param chunks how many
 * @param entries how many, recovered ones included
 * @param recoveredEntries how many of them are of chunks that are damaged, cut or unfinished
 * @param indexRows how many rows the {@code INDX} blocks have
 * @param warnings how many problems of that severity were told
 * @param errors how many problems of that severity were told
 * @param lostBytes how many bytes nothing could be made of
 * @param lost where they are; the first 1000 places
 */
public record Diagnosis(
    long channels,
    long chunks,
    long entries,
    long recoveredEntries,
    long indexRows,
    long warnings,
    long errors,
    long lostBytes,
    List<LostRange> lost) {}

package org.secindex.ingest;

/**
 * What is wrong with one row of a piece.
 *
 * @param rowsBefore how many good rows of the piece stand before it
 * @param line the line where it begins, from 0 at the start of the piece
 * @param column the number of the field, or 0 for the whole row
 * @param reason in words
 * @param bytes the row as it was, without its line end
 * @param ends whether no row can be told behind it
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on once, never compared.
record RowProblem(
    int rowsBefore, int line, int column, String reason, byte[] bytes, boolean ends) {}

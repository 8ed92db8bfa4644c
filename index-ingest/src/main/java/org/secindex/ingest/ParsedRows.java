package org.secindex.ingest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.secindex.api.EntryBatch;

/**
 * The rows of one piece of a file, in columns, with what else there was. Lines count from 0 at the
 * start of the piece, since whoever parses it does not know what stands before.
 */
final class ParsedRows {
  private static final int START = 8192;

  long[] keys = new long[START];
  int[] chunkIds = new int[START];
  int[] subChunkIds = new int[START];
  int size;

  /** Rows that do not stand on the line behind the row before: their numbers and lines. */
  private int[] runRows = new int[16];

  private int[] runLines = new int[16];
  private int runs;
  private int expectedLine = -1;

  /** How many lines the piece has, counted while it is parsed. */
  int lines;

  int blankLines;
  int commentLines;

  /** How much of the file had been read when the piece was complete, as it lies on disk. */
  long bytesRead;

  private final List<RowProblem> problems = new ArrayList<>();

  /** Makes this as new. */
  void clear() {
    size = 0;
    runs = 0;
    expectedLine = -1;
    lines = 0;
    blankLines = 0;
    commentLines = 0;
    bytesRead = 0;
    problems.clear();
  }

  /** Appends the entry of a row that begins on the current line. */
  void add(long key, int chunkId, int subChunkId) {
    if (size == keys.length) {
      grow();
    }
    if (lines != expectedLine) {
      startRun();
    }
    keys[size] = key;
    chunkIds[size] = chunkId;
    subChunkIds[size] = subChunkId;
    size++;
    expectedLine = lines + 1;
  }

  private void grow() {
    keys = Arrays.copyOf(keys, 2 * size);
    chunkIds = Arrays.copyOf(chunkIds, 2 * size);
    subChunkIds = Arrays.copyOf(subChunkIds, 2 * size);
  }

  private void startRun() {
    if (runs == runRows.length) {
      runRows = Arrays.copyOf(runRows, 2 * runs);
      runLines = Arrays.copyOf(runLines, 2 * runs);
    }
    runRows[runs] = size;
    runLines[runs] = lines;
    runs++;
  }

  /** Notes what is wrong with the row that begins on the current line. */
  void problem(int column, String reason, byte[] row, boolean ends) {
    problems.add(new RowProblem(size, lines, column, reason, row, ends));
  }

  List<RowProblem> problems() {
    return problems;
  }

  int runs() {
    return runs;
  }

  /** The first row of a run of rows on lines that follow each other. */
  int runStart(int run) {
    return run < runs ? runRows[run] : size;
  }

  /** The line of the first row of a run. */
  int runLine(int run) {
    return runLines[run];
  }

  /** Copies rows behind those of the batch. */
  void copy(int from, int count, EntryBatch batch) {
    int at = batch.size();
    System.arraycopy(keys, from, batch.keys, at, count);
    System.arraycopy(chunkIds, from, batch.chunkIds, at, count);
    System.arraycopy(subChunkIds, from, batch.subChunkIds, at, count);
    batch.setSize(at + count);
  }
}

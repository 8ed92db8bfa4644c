package org.secindex.ingest;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexConfigException;
import org.secindex.api.KeyDomain;
import org.secindex.ingest.Placement.NumberSource;

/**
 * Turns the wanted fields of the rows of one file into entries. By several threads at once, as soon
 * as the {@link #widthIsKnown width is known}.
 */
final class RowParser {
  private static final Pattern CHUNK_IN_NAME = Pattern.compile("chunk_(\\d+)");
  private static final String[] NUMBERS = {"id", "chunk", "sub"};
  private static final String[] POSITION = {"id", "ra", "dec"};

  private final String file;
  private final KeyDomain domain;
  private final @Nullable SkyPartition sky;
  private final String[] roles;

  /** The column of each role, from 1, or 0 for a role that is the same in all rows. */
  private final int[] columns = new int[3];

  /** The value of each role that is the same in all rows. */
  private final int[] constants = new int[3];

  private final int[] wanted;

  /** The position of each role's column among the wanted ones. */
  private final int[] slots = new int[3];

  private final boolean stopsAtProblems;
  private final boolean emptyTrailing;

  /** How many columns the first row has, and how many without the empty ones at its end. */
  private int width;

  private int widthWithContent;

  /**
   * @param header the names of the columns, empty if the file has no header line
   * @throws IndexConfigException if a column is wanted that the header lacks, or has twice
   */
  RowParser(String file, IngestOptions options, List<String> header) {
    this.file = file;
    domain = options.domain();
    stopsAtProblems = options.badRows().isEmpty();
    emptyTrailing = options.lines().emptyTrailing();
    ColumnSpec spec = options.columns();
    columns[0] = resolve(spec.key(), header);
    if (spec.placement() instanceof Placement.Sky position) {
      roles = POSITION;
      sky = position.partition();
      columns[1] = resolve(position.ra(), header);
      columns[2] = resolve(position.dec(), header);
    } else {
      Placement.Numbers numbers = (Placement.Numbers) spec.placement();
      roles = NUMBERS;
      sky = null;
      source(1, numbers.chunk(), header);
      source(2, numbers.subChunk(), header);
    }
    wanted = Arrays.stream(columns).filter(c -> c > 0).sorted().distinct().toArray();
    for (int role = 0; role < 3; role++) {
      slots[role] = Arrays.binarySearch(wanted, columns[role]);
    }
    width = header.size();
    widthWithContent = width;
    int last = wanted[wanted.length - 1];
    if (width > 0 && width < last) {
      throw new IndexConfigException(
          file + ": the header has " + columns(width) + ", no column " + last);
    }
  }

  private void source(int role, NumberSource source, List<String> header) {
    if (source instanceof NumberSource.InColumn in) {
      columns[role] = resolve(in.column(), header);
    } else if (source instanceof NumberSource.Constant constant) {
      constants[role] = constant.value();
    } else {
      constants[role] = chunkInName();
    }
  }

  private int chunkInName() {
    Matcher number = CHUNK_IN_NAME.matcher(file.substring(file.lastIndexOf('/') + 1));
    if (!number.find()) {
      throw new IndexConfigException(
          file + ": the chunk is to be read from the file's name, which has no chunk_NUMBER");
    }
    byte[] digits = number.group(1).getBytes(StandardCharsets.ISO_8859_1);
    try {
      return NumberParser.part(digits, 0, digits.length);
    } catch (IllegalArgumentException e) {
      throw new IndexConfigException(file + ": the chunk in the file's name " + e.getMessage());
    }
  }

  private int resolve(Column column, List<String> header) {
    if (column.number() > 0) {
      return column.number();
    }
    if (header.isEmpty()) {
      throw new IndexConfigException(
          file
              + ": column '"
              + column.name()
              + "' is meant by name, but the file was not declared to have a header line");
    }
    int first = header.indexOf(column.name());
    if (first < 0 || first != header.lastIndexOf(column.name())) {
      throw new IndexConfigException(
          file
              + ": the header "
              + (first < 0 ? "has no column '" : "has more than one column '")
              + column.name()
              + "'; it has "
              + MalformedInputException.quote(String.join(", ", header)));
    }
    return first + 1;
  }

  /** The columns to be handed over in {@link Row}: numbers from 1, ascending. */
  int[] wanted() {
    return wanted;
  }

  /**
   * Says that the rows will be those of {@link Format#BINARY}.
   *
   * @throws IndexConfigException if other columns are wanted than they have
   */
  void expectRecords() {
    for (int role = 0; role < columns.length; role++) {
      if (sky != null || (columns[role] != 0 && columns[role] != role + 1)) {
        throw new IndexConfigException(
            file
                + ": binary input has the id, the chunk and the subchunk in this order, and no"
                + " other columns");
      }
    }
    width = columns.length;
  }

  /** Whether a bad row ends the reading. */
  boolean stopsAtProblems() {
    return stopsAtProblems;
  }

  /** Whether a row has shown how many columns the others must have. */
  boolean widthIsKnown() {
    return width > 0;
  }

  /** The short cut for rows of this file; null if there is none, or none yet. */
  @Nullable PlainRows plainRows(byte[] kinds) {
    if (sky != null || width == 0) {
      return null;
    }
    int[] roleOfSlot = Arrays.stream(wanted).map(this::roleOf).toArray();
    boolean shared = Arrays.stream(columns).filter(c -> c > 0).count() > wanted.length;
    return shared
        ? null
        : new PlainRows(kinds, wanted, roleOfSlot, constants[1], constants[2], domain, width);
  }

  private int roleOf(int column) {
    int role = 0;
    while (columns[role] != column) {
      role++;
    }
    return role;
  }

  /**
   * Appends the entry of this row.
   *
   * @throws BadRowException if it is none
   */
  void parse(Row row, ParsedRows into) {
    if (row.columns != width) {
      checkColumns(row);
    }
    int role = 0;
    try {
      int slot = slots[0];
      long key = NumberParser.key(domain, row.bytes, row.from[slot], row.to[slot]);
      if (sky == null) {
        role = 1;
        int chunkId = part(row, 1);
        role = 2;
        into.add(key, chunkId, part(row, 2));
      } else {
        role = 1;
        double ra = degrees(row, 1);
        role = 2;
        double dec = degrees(row, 2);
        if (!(dec >= -90 && dec <= 90)) {
          throw new IllegalArgumentException("is outside -90 .. 90");
        }
        int k = sky.subStripe(dec);
        int j = sky.column(ra, k);
        into.add(key, sky.chunkId(k, j), sky.subChunkId(k, j));
      }
    } catch (IllegalArgumentException e) {
      int slot = slots[role];
      throw new BadRowException(
          columns[role],
          roles[role]
              + " "
              + MalformedInputException.quote(row.bytes, row.from[slot], row.to[slot])
              + " "
              + e.getMessage());
    }
  }

  /**
   * Appends the entry of a binary record.
   *
   * @throws BadRowException if the location is none
   */
  void record(long key, int chunkId, int subChunkId, ParsedRows into) {
    into.add(key, part(1, chunkId), part(2, subChunkId));
  }

  private int part(int role, int value) {
    if (columns[role] == 0) {
      return constants[role];
    }
    if (value < 0) {
      throw new BadRowException(columns[role], roles[role] + " '" + value + "' is negative");
    }
    return value;
  }

  private int part(Row row, int role) {
    if (columns[role] == 0) {
      return constants[role];
    }
    int slot = slots[role];
    return NumberParser.part(row.bytes, row.from[slot], row.to[slot]);
  }

  private double degrees(Row row, int role) {
    int slot = slots[role];
    return NumberParser.degrees(row.bytes, row.from[slot], row.to[slot]);
  }

  /** A row that was cut, or holds a separator too many, shows in its number of columns. */
  private void checkColumns(Row row) {
    int last = wanted[wanted.length - 1];
    if (row.columns < last) {
      int missing = Arrays.stream(wanted).filter(c -> c > row.columns).findFirst().orElse(last);
      throw new BadRowException(
          missing,
          "the row has "
              + columns(row.columns)
              + ", no column "
              + missing
              + " for the "
              + roles[roleOf(missing)]);
    }
    if (width == 0) {
      width = row.columns;
      widthWithContent = row.columnsWithContent;
      return;
    }
    boolean onlyEmpty = row.columnsWithContent <= width && row.columns >= widthWithContent;
    if (!(emptyTrailing && onlyEmpty)) {
      throw new BadRowException(
          0, "the row has " + columns(row.columns) + ", the first one of the file " + width);
    }
  }

  private static String columns(int n) {
    return n + (n == 1 ? " column" : " columns");
  }
}

package org.secindex.mysql;

import org.secindex.api.KeyDomain;

/**
 * A table that holds entries, and every statement on what it holds.
 *
 * <p>Ours have the columns {@code objectId BIGINT [UNSIGNED] NOT NULL PRIMARY KEY, chunkId INT NOT
 * NULL, subChunkId INT NOT NULL}, as Qserv's director index.
 *
 * <p>Keys are selected as signed numbers whatever the domain, since JDBC has no others; a cast
 * keeps all 64 bits.
 */
final class EntryTable {
  /**
   * Names of the three columns that matter, of letters, digits and underscores. There may be more.
   */
  record Columns(String key, String chunk, String subChunk) {
    static final Columns OURS = new Columns("objectId", "chunkId", "subChunkId");
  }

  private final KeyDomain domain;
  private final String name;
  private final String quoted;
  private final Columns columns;

  EntryTable(MySqlAddress address, KeyDomain domain, String name) {
    this(address, domain, name, Columns.OURS);
  }

  EntryTable(MySqlAddress address, KeyDomain domain, String name, Columns columns) {
    this.domain = domain;
    this.name = name;
    this.columns = columns;
    quoted = address.quoted(name);
  }

  /** Its bare name. */
  String name() {
    return name;
  }

  /** As it stands in statements. */
  @Override
  public String toString() {
    return quoted;
  }

  /** Selects the location of one key, its parameter. */
  String find() {
    return "SELECT "
        + location()
        + " FROM "
        + quoted
        + " WHERE "
        + columns.key
        + " = "
        // A parameter is signed, and a negative number equals no unsigned one.
        + (domain == KeyDomain.UNSIGNED ? "CAST(? AS UNSIGNED)" : "?");
  }

  /** Selects key and location of all keys of a list, which must be added, with a parenthesis. */
  String findAll() {
    return select() + " WHERE " + columns.key + " IN (";
  }

  /** Ends {@link #findAll}: brings rows with the same key together, where there can be such. */
  String orderOfList() {
    return columns.equals(Columns.OURS) ? "" : " ORDER BY " + columns.key;
  }

  /** Selects key and location of all keys in a range, both ends included, in ascending order. */
  String scan(long first, long last) {
    return select()
        + " WHERE "
        + columns.key
        + " BETWEEN "
        + domain.format(first)
        + " AND "
        + domain.format(last)
        + " ORDER BY "
        + columns.key;
  }

  private String select() {
    return "SELECT " + signed(columns.key) + ", " + location() + " FROM " + quoted;
  }

  private String location() {
    return columns.chunk + ", " + columns.subChunk;
  }

  private String signed(String expression) {
    return domain == KeyDomain.UNSIGNED ? "CAST(" + expression + " AS SIGNED)" : expression;
  }

  /** Selects nothing, but keeps the table from being changed or dropped by others. */
  String hold() {
    return "SELECT 1 FROM " + quoted + " WHERE FALSE";
  }

  /** Selects a row if there is an entry. */
  String any() {
    return "SELECT 1 FROM " + quoted + " LIMIT 1";
  }

  /** Selects the smallest and the largest key, both NULL if there is no entry. */
  String ends() {
    return "SELECT "
        + signed("MIN(" + columns.key + ")")
        + ", "
        + signed("MAX(" + columns.key + ")")
        + " FROM "
        + quoted;
  }

  /** Deletes all keys of a list, which must be added, with a parenthesis. */
  String delete() {
    return "DELETE FROM " + quoted + " WHERE " + columns.key + " IN (";
  }

  /**
   * Adds rows of {@link TsvStream}.
   *
   * @param source what stands between {@code LOAD DATA} and the table: where the rows are, and
   *     {@code REPLACE} if those with the same key are to be replaced
   */
  String loadData(String source) {
    return "LOAD DATA "
        + source
        + " INTO TABLE "
        + quoted
        + " CHARACTER SET binary FIELDS TERMINATED BY '\\t' ESCAPED BY '' LINES TERMINATED BY '\\n'"
        + " ("
        + columns.key
        + ", "
        + location()
        + ")";
  }

  /**
   * Adds rows, which must be added as {@code VALUES} or {@code SELECT}; {@code verb} is INSERT or
   * REPLACE.
   */
  String insert(String verb) {
    return verb + " INTO " + quoted + " (" + columns.key + ", " + location() + ") ";
  }

  /** Ends {@link #insert}: rows with the same key get the new location. */
  String onDuplicateKey() {
    return " ON DUPLICATE KEY UPDATE "
        + columns.chunk
        + " = VALUES("
        + columns.chunk
        + "), "
        + columns.subChunk
        + " = VALUES("
        + columns.subChunk
        + ")";
  }

  String check() {
    return "CHECK TABLE " + quoted;
  }
}

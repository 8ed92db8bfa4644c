package org.secindex.api;

/**
 * An index was written by a newer version of this software, in a format that this one does not
 * know.
 */
public class IndexFormatTooNewException extends IndexException {
  private static final long serialVersionUID = 1;

  /**
   * @param resource the file, directory or table
   * @param found the version found there
   * @param newest the newest version that this software reads
   */
  public IndexFormatTooNewException(String resource, long found, long newest) {
    super(
        resource
            + ": format version "
            + found
            + " is newer than "
            + newest
            + ", the newest that this version of secindex reads; use a newer secindex");
  }
}

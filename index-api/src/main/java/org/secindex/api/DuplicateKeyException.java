package org.secindex.api;

/** One input names the same key twice where that is not allowed; see {@link DuplicatePolicy}. */
public class DuplicateKeyException extends IndexException {
  private static final long serialVersionUID = 1;

  /**
   * @param key the key, as text
   * @param first where it came first: file and line, or the number of the entry
   * @param second where it came again
   */
  public DuplicateKeyException(String key, String first, String second) {
    super("key " + key + " comes twice: " + first + " and " + second);
  }
}

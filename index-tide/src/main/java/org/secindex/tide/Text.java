package org.secindex.tide;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A string of a log: bytes that are most likely UTF-8, and are kept as they are. Equal if the bytes
 * are. Immutable.
 */
public final class Text {
  /** The text without any bytes. */
  public static final Text EMPTY = new Text(new byte[0]);

  private final byte[] bytes;

  private Text(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The UTF-8 bytes of a string. */
  public static Text of(String string) {
    return new Text(string.getBytes(StandardCharsets.UTF_8));
  }

  /** These bytes, copied. */
  public static Text of(byte[] bytes) {
    return new Text(bytes.clone());
  }

  /** A copy of the bytes. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** How many bytes. */
  public int length() {
    return bytes.length;
  }

  /** Whether there are no bytes. */
  public boolean isEmpty() {
    return bytes.length == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Text text && Arrays.equals(bytes, text.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The bytes read as UTF-8; what is none becomes U+FFFD. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

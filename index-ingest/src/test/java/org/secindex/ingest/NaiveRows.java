package org.secindex.ingest;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.secindex.api.KeyDomain;

/**
 * Another reader of all formats, simple and slow, that shares no code with the one under test: the
 * rows as {@code key:chunk:sub} up to the first bad one, and then {@code line N}.
 */
final class NaiveRows {
  private static final String BYTE_ORDER_MARK = "\u00EF\u00BB\u00BF";

  private final String text;
  private final Format format;
  private final KeyDomain domain;
  private final List<String> found = new ArrayList<>();
  private int at;
  private int line = 1;
  private int width;

  /** Of the row that is being read. */
  private List<String> fields = new ArrayList<>();

  private boolean bad;
  private int lineFeeds;

  private NaiveRows(String text, Format format, KeyDomain domain) {
    this.text = text;
    this.format = format;
    this.domain = domain;
  }

  static List<String> of(byte[] bytes, Format format, KeyDomain domain) {
    if (format == Format.BINARY) {
      return records(bytes, domain);
    }
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    text = text.startsWith(BYTE_ORDER_MARK) ? text.substring(3) : text;
    // The last line may lack its end.
    NaiveRows rows = new NaiveRows(text.endsWith("\n") ? text : text + "\n", format, domain);
    if (!text.isEmpty()) {
      rows.readAll();
    }
    return rows.found;
  }

  private static List<String> records(byte[] bytes, KeyDomain domain) {
    List<String> rows = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    while (in.remaining() >= 16) {
      long key = in.getLong();
      int chunk = in.getInt();
      int sub = in.getInt();
      if (chunk < 0 || sub < 0) {
        rows.add("line " + (rows.size() + 1));
        return rows;
      }
      rows.add(domain.format(key) + ":" + chunk + ":" + sub);
    }
    if (in.hasRemaining()) {
      rows.add("line " + (rows.size() + 1));
    }
    return rows;
  }

  private void readAll() {
    while (at < text.length()) {
      int start = at;
      fields = new ArrayList<>();
      bad = false;
      lineFeeds = 0;
      switch (format) {
        case TSV -> tabbed();
        case CSV -> commas();
        default -> blanks();
      }
      boolean blank = fields.isEmpty() || (fields.size() == 1 && fields.get(0).isEmpty());
      blank &= !text.startsWith("\"", start);
      if (bad || !blank) {
        bad |= text.startsWith(BYTE_ORDER_MARK, start);
        if (bad || !entry()) {
          found.add("line " + line);
          return;
        }
      }
      line += lineFeeds;
    }
  }

  private boolean entry() {
    if (fields.size() < 3 || (width > 0 && fields.size() != width)) {
      return false;
    }
    width = fields.size();
    BigInteger[] numbers = new BigInteger[3];
    for (int i = 0; i < 3; i++) {
      if (!fields.get(i).matches(i == 0 ? "-?[0-9]+" : "[0-9]+")) {
        return false;
      }
      numbers[i] = new BigInteger(fields.get(i));
    }
    boolean unsigned = domain == KeyDomain.UNSIGNED;
    if (unsigned && fields.get(0).startsWith("-")) {
      return false;
    }
    BigInteger[] least = {new BigInteger(domain.format(domain.min())), BigInteger.ZERO, null};
    BigInteger most = new BigInteger(domain.format(domain.max()));
    BigInteger int32 = BigInteger.valueOf(Integer.MAX_VALUE);
    if (numbers[0].compareTo(least[0]) < 0
        || numbers[0].compareTo(most) > 0
        || numbers[1].compareTo(int32) > 0
        || numbers[2].compareTo(int32) > 0) {
      return false;
    }
    found.add(numbers[0] + ":" + numbers[1] + ":" + numbers[2]);
    return true;
  }

  private char next() {
    char c = text.charAt(at++);
    lineFeeds += c == '\n' ? 1 : 0;
    return c;
  }

  /** Whether this carriage return, just taken, stands alone. */
  private boolean isAlone() {
    return at >= text.length() || text.charAt(at) != '\n';
  }

  private void tabbed() {
    StringBuilder field = new StringBuilder();
    while (true) {
      if (at >= text.length()) {
        bad = true;
        return;
      }
      char c = next();
      if (c == '\\') {
        field.append(c);
        if (at >= text.length()) {
          bad = true;
          return;
        }
        field.append(next());
      } else if (c == '\r') {
        bad |= isAlone();
      } else if (c == '\t' || c == '\n') {
        fields.add(field.toString());
        field.setLength(0);
        if (c == '\n') {
          return;
        }
      } else {
        field.append(c);
      }
    }
  }

  private void commas() {
    while (true) {
      StringBuilder field = new StringBuilder();
      boolean quoted = text.charAt(at) == '"';
      if (quoted) {
        next();
        while (true) {
          if (at >= text.length()) {
            bad = true;
            return;
          }
          char c = next();
          if (c != '"') {
            field.append(c);
          } else if (at < text.length() && text.charAt(at) == '"') {
            field.append(next());
          } else {
            break;
          }
        }
      }
      if (at >= text.length()) {
        bad = true;
        return;
      }
      char c;
      while ((c = next()) != ',' && c != '\n') {
        if (c == '\r') {
          bad |= isAlone();
        } else {
          bad |= quoted;
          field.append(c);
        }
      }
      fields.add(field.toString());
      if (c == '\n') {
        return;
      }
    }
  }

  private void blanks() {
    StringBuilder field = new StringBuilder();
    while (true) {
      char c = next();
      bad |= c == '\r' && isAlone();
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        if (field.length() > 0) {
          fields.add(field.toString());
          field.setLength(0);
        }
        if (c == '\n') {
          return;
        }
      } else {
        field.append(c);
      }
    }
  }
}

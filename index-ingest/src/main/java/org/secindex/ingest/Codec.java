package org.secindex.ingest;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/** How a file is compressed. */
enum Codec {
  /** Not at all. */
  NONE("", "(?!)") {
    @Override
    InputStream decompress(InputStream in) {
      return in;
    }

    @Override
    OutputStream compress(OutputStream out) {
      return out;
    }
  },

  /** RFC 1952, one member or several. */
  GZIP(".gz", "\\x1f\\x8b") {
    @Override
    InputStream decompress(InputStream in) {
      return new GzipStream(in);
    }

    @Override
    OutputStream compress(OutputStream out) throws IOException {
      return new GZIPOutputStream(out, BUFFER);
    }
  },

  /** RFC 8878, any number of frames, skippable ones among them. */
  ZSTD(".zst", "\\x28\\xb5\\x2f\\xfd|[\\x50-\\x5f]\\x2a\\x4d\\x18") {
    @Override
    InputStream decompress(InputStream in) {
      return new ZstdStream(in);
    }

    @Override
    OutputStream compress(OutputStream out) throws IOException {
      return new ZstdOutputStreamNoFinalizer(out).setChecksum(true);
    }
  },

  /** One stream or several. A text may begin with BZh9; the mark of a block behind it does not. */
  BZIP2(".bz2", "BZh[1-9](\\x31\\x41\\x59\\x26\\x53\\x59|\\x17\\x72\\x45\\x38\\x50\\x90)") {
    @Override
    InputStream decompress(InputStream in) throws IOException {
      return new BZip2CompressorInputStream(new BufferedInputStream(in), true);
    }

    @Override
    OutputStream compress(OutputStream out) throws IOException {
      // It writes byte by byte.
      return new BZip2CompressorOutputStream(new BufferedOutputStream(out, BUFFER));
    }
  };

  private static final int BUFFER = 1 << 16;

  /** As many first bytes as it may take to tell. */
  static final int MOST_MAGIC = 10;

  private final String suffix;
  private final Pattern start;

  /**
   * @param start what such a file begins with, as a pattern of Latin-1 characters
   */
  Codec(String suffix, String start) {
    this.suffix = suffix;
    this.start = Pattern.compile(start);
  }

  /** What {@code in} holds; it may fail with anything if it is damaged. */
  abstract InputStream decompress(InputStream in) throws IOException;

  /** A stream whose end makes a complete archive. */
  abstract OutputStream compress(OutputStream out) throws IOException;

  /** By the end of the name; {@link #NONE} if that says nothing. */
  static Codec ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (Codec codec : values()) {
      if (codec != NONE && lower.endsWith(codec.suffix)) {
        return codec;
      }
    }
    return NONE;
  }

  /** The name without the end that tells the codec. */
  static String withoutSuffix(String name) {
    return name.substring(0, name.length() - ofName(name).suffix.length());
  }

  /** By the first bytes of the file, of which there are no more than {@link #MOST_MAGIC}. */
  static Codec ofStart(byte[] bytes, int length) {
    for (Codec codec : values()) {
      if (codec.matcher(bytes, length).lookingAt()) {
        return codec;
      }
    }
    return NONE;
  }

  /** Whether it takes more bytes than these first ones to tell. */
  static boolean isUndecided(byte[] bytes, int length) {
    for (Codec codec : values()) {
      Matcher matcher = codec.matcher(bytes, length);
      if (!matcher.lookingAt() && matcher.hitEnd()) {
        return true;
      }
    }
    return false;
  }

  private Matcher matcher(byte[] bytes, int length) {
    return start.matcher(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

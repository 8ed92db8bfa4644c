import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Makes rows of key, chunk and subchunk as tab-separated text, the same ones each time.
 *
 * <pre>
 * java Generate.java rows N FILE            N rows of different keys below 2^60, in no order
 * java Generate.java chunks N ROWS FOLDER   N files, in random order by name, of ROWS rows that are in order;
 *                                           each file's range of keys overlaps those of its neighbours
 * </pre>
 */
public final class Generate {
  private static final int KEY_BITS = 60;
  private static final long KEYS = (1L << KEY_BITS) - 1;

  private final byte[] buffer = new byte[1 << 16];
  private int length;

  public static void main(String[] args) throws IOException {
    if (args[0].equals("rows")) {
      new Generate().rows(Long.parseLong(args[1]), Path.of(args[2]));
    } else {
      new Generate().chunks(Integer.parseInt(args[1]), Long.parseLong(args[2]), Path.of(args[3]));
    }
  }

  private void rows(long n, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long i = 0; i < n; i++) {
        row(out, scattered(i));
      }
      out.write(buffer, 0, length);
    }
  }

  /** One of the keys for each number: every step can be undone, so that no key comes twice. */
  private static long scattered(long i) {
    long key = i * 0x9E3779B97F4A7C15L & KEYS;
    key ^= key >>> 31;
    key = key * 0xBF58476D1CE4E5B9L & KEYS;
    return key ^ key >>> 29;
  }

  private void chunks(int n, long rows, Path folder) throws IOException {
    Files.createDirectories(folder);
    long width = KEYS / (n + 1);
    for (int chunk = 0; chunk < n; chunk++) {
      String shuffled = String.format("%016x", scattered(chunk));
      try (OutputStream out = Files.newOutputStream(folder.resolve(shuffled + ".tsv"))) {
        for (long row = 0; row < rows; row++) {
          // The low bits tell files apart whose ranges overlap.
          row(out, (chunk * width + row * (2 * width / rows)) / n * n + chunk);
        }
        out.write(buffer, 0, length);
        length = 0;
      }
    }
  }

  private void row(OutputStream out, long key) throws IOException {
    if (length > buffer.length - 64) {
      out.write(buffer, 0, length);
      length = 0;
    }
    digits(key, '\t');
    digits(key >>> 42, '\t');
    digits((key * 0x9E3779B97F4A7C15L >>> 40) % 36, '\n');
  }

  private void digits(long number, char end) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    length += digits;
    int at = length;
    long rest = number;
    do {
      buffer[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    buffer[length++] = (byte) end;
  }
}

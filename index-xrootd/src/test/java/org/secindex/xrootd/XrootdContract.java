package org.secindex.xrootd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.secindex.testkit.SecondaryIndexContract;

/** The contract, over real servers. Small segments, so that every index has several. */
abstract class XrootdContract extends SecondaryIndexContract {
  private static final AtomicInteger NEXT = new AtomicInteger();

  /** The URL of a directory below {@code /store}. */
  abstract String url(String name);

  /** What the servers have as {@code /store}. */
  abstract List<Path> dataDirectories();

  @Override
  protected String newUri() {
    return url("index" + NEXT.getAndIncrement()) + "?segment-size=64k&durability=relaxed";
  }

  @Override
  protected String foreignUri() {
    try {
      Path foreign = Files.createDirectories(dataDirectories().get(0).resolve("foreign"));
      Files.writeString(foreign.resolve("letter.txt"), "Dear Sir", UTF_8);
      return url("foreign");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected void makeFormatNewer(String uri) {
    String name = uri.substring(uri.indexOf("//store/") + "//store/".length(), uri.indexOf('?'));
    try {
      Path manifest =
          dataDirectories().stream()
              .flatMap(data -> manifests(data.resolve(name)))
              .findAny()
              .orElseThrow();
      byte[] content = Files.readAllBytes(manifest);
      ByteBuffer preamble = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 7);
      CRC32C crc = new CRC32C();
      crc.update(content, 0, 16);
      Files.write(manifest, preamble.putInt(16, (int) crc.getValue()).array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> manifests(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(f -> String.valueOf(f.getFileName()).startsWith("manifest-"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package org.secindex.xrootd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.SecondaryIndexContract;
import org.secindex.testkit.XrootdServer;

/** The contract, over a real server. Small segments, so that every index has several. */
class XrootdContractTest extends SecondaryIndexContract {
  @TempDir static Path directory;
  private static XrootdServer server;
  private static int next;

  @BeforeAll
  static void startServer() throws IOException {
    assertThat(XrootdServer.available()).isEmpty();
    server = XrootdServer.start(directory);
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  @Override
  protected String newUri() {
    return server.url("index" + next++) + "?segment-size=64k&durability=relaxed";
  }

  @Override
  protected String foreignUri() {
    try {
      Path foreign = Files.createDirectories(server.dataDirectory().resolve("foreign"));
      Files.writeString(foreign.resolve("letter.txt"), "Dear Sir", UTF_8);
      return server.url("foreign");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected void makeFormatNewer(String uri) {
    String name = uri.substring(uri.indexOf("//store/") + "//store/".length(), uri.indexOf('?'));
    try (var files = Files.list(server.dataDirectory().resolve(name))) {
      Path manifest =
          files
              .filter(f -> f.getFileName().toString().startsWith("manifest-"))
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
}

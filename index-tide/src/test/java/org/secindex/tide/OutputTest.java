package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.tide.LogBytes.In;

/** Whatever makes a log of another never writes over the other, nor over what it did not make. */
class OutputTest {
  private static final byte[] LOG =
      new LogBytes().tide().chan(0, "/a").chnk(0, Compression.NONE, new In(0, 1, "a")).toBytes();

  @TempDir Path directory;
  private Path log = Path.of("");

  @BeforeEach
  void write() throws IOException {
    log = Files.write(directory.resolve("log.tide"), LOG);
  }

  private void assertRefused(Maker maker, Path input, Path out) throws IOException {
    assertThatThrownBy(() -> maker.make(input, out))
        .isInstanceOf(TideException.class)
        .hasMessageContaining(
            "is the log that is read, which is never replaced; name another file");
    assertThat(Files.readAllBytes(input)).isEqualTo(LOG);
  }

  @ParameterizedTest
  @EnumSource
  void theLogThatIsRead(Maker maker) throws IOException {
    assertRefused(maker, log, log);
    assertRefused(maker, log, directory.resolve("x").resolveSibling("log.tide"));
    assertRefused(maker, log, Files.createSymbolicLink(directory.resolve("other-name.tide"), log));
  }

  /** What a recovery that was killed has left is a log to be recovered. */
  @ParameterizedTest
  @EnumSource
  void theLogThatIsReadHasTheNameOfThePartialFile(Maker maker) throws IOException {
    Path partial = Files.write(directory.resolve("out.tide.partial"), LOG);
    assertRefused(maker, partial, directory.resolve("out.tide"));
  }

  @ParameterizedTest
  @EnumSource
  void aPartialFileOfAnother(Maker maker) throws IOException {
    Path partial = Files.writeString(directory.resolve("out.tide.partial"), "precious");
    assertThatThrownBy(() -> maker.make(log, directory.resolve("out.tide")))
        .isInstanceOf(TideException.class)
        .hasMessageContaining("out.tide.partial: is there already")
        .hasMessageContaining("remove it");
    assertThat(partial).hasContent("precious");
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsLeftBesideTheNewLog(Maker maker) throws IOException {
    Path out = Files.writeString(directory.resolve("out.tide"), "to be replaced");
    maker.make(log, out);
    assertThat(directory).isDirectoryNotContaining("glob:**.partial");
    assertThat(SoundLog.read(out).entries).hasSize(1);
  }
}

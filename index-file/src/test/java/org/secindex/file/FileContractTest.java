package org.secindex.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.IndexUri;
import org.secindex.testkit.SecondaryIndexContract;

/** The contract, over local files. Small segments, so that every index has several. */
class FileContractTest extends SecondaryIndexContract {
  @TempDir Path directory;
  private int next;

  @Override
  protected String newUri() {
    return "file:" + directory.resolve("index" + next++) + "?segment-size=64k&durability=relaxed";
  }

  @Override
  protected String foreignUri() {
    try {
      Path foreign = Files.createDirectories(directory.resolve("foreign"));
      Files.writeString(foreign.resolve("letter.txt"), "Dear Sir", UTF_8);
      return "file:" + foreign;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected void makeFormatNewer(String uri) {
    TamperedFiles.makeManifestNewer(IndexUri.parse(uri).path());
  }
}

package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;

class ExportTest {
  @TempDir private Path dir;

  private long[] keys = {};
  private int[] chunks = {};
  private int[] subs = {};

  private SortedEntries entries(KeyDomain domain) {
    return SortedEntries.of(domain, keys, chunks, subs);
  }

  /** Keys and locations of any number of digits, the largest and smallest ones among them. */
  private void makeEntries(KeyDomain domain) {
    Random random = new Random(Seed.ofThisRun());
    long[] any = new long[20_000];
    Arrays.setAll(any, i -> random.nextLong() >> random.nextInt(64));
    System.arraycopy(new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}, 0, any, 0, 4);
    keys = Arrays.stream(any).map(domain::toSortOrder).sorted().distinct().toArray();
    keys = Arrays.stream(keys).map(domain::toSortOrder).toArray();
    chunks = new int[keys.length];
    subs = new int[keys.length];
    Arrays.setAll(chunks, i -> random.nextInt() >>> (1 + random.nextInt(31)));
    Arrays.setAll(subs, i -> random.nextInt() >>> (1 + random.nextInt(31)));
    chunks[0] = Integer.MAX_VALUE;
    subs[0] = Integer.MAX_VALUE;
  }

  private void comesBack(KeyDomain domain, String name, Optional<Format> format)
      throws IOException {
    makeEntries(domain);
    Path file = Files.writeString(dir.resolve(name), "what stood there before");
    assertThat(Export.write(entries(domain), domain, file, format)).isEqualTo(keys.length);
    IngestOptions plain = IngestOptions.defaults(domain);
    IngestOptions options = format.map(plain::withFormat).orElse(plain);
    try (Ingested read = Ingest.read(List.of(file.toString()), options)) {
      assertThat(Inputs.drain(read.entries())).isEqualTo(Inputs.drain(entries(domain)));
      assertThat(read.summary().firstInversion()).isEmpty();
    }
    try (var files = Files.list(dir)) {
      assertThat(files).containsExactly(file);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a.tsv.gz", "a.csv", "a.csv.zst", "a.bin", "a.bin.bz2"})
  void whatIsWrittenIsReadAgain(String name) throws IOException {
    comesBack(KeyDomain.SIGNED, name, Optional.empty());
    comesBack(KeyDomain.UNSIGNED, name, Optional.empty());
  }

  @ParameterizedTest
  @EnumSource
  void anyFormat(Format format) throws IOException {
    comesBack(KeyDomain.SIGNED, "a", Optional.of(format));
  }

  @Test
  void writesRows() throws IOException {
    Path file = dir.resolve("a.csv");
    SortedEntries two =
        SortedEntries.of(
            KeyDomain.UNSIGNED, new long[] {7, -1}, new int[] {0, 12}, new int[] {3, 45});
    Export.write(two, KeyDomain.UNSIGNED, file, Optional.empty());
    assertThat(file).hasContent("7,0,3\n18446744073709551615,12,45\n");
  }

  @Test
  void whatFailsLeavesWhatStoodThere() throws IOException {
    Path file = Files.writeString(dir.resolve("a.tsv"), "before");
    EntrySource failing =
        into -> {
          throw new IndexException("the source is broken");
        };
    assertThatThrownBy(() -> Export.write(failing, KeyDomain.SIGNED, file, Optional.empty()))
        .hasMessage("the source is broken");
    assertThat(file).hasContent("before");
    try (var files = Files.list(dir)) {
      assertThat(files).containsExactly(file);
    }
    Path nowhere = dir.resolve("none").resolve("a.tsv");
    assertThatThrownBy(
            () ->
                Export.write(
                    entries(KeyDomain.SIGNED), KeyDomain.SIGNED, nowhere, Optional.empty()))
        .isInstanceOf(IndexException.class)
        .hasMessageStartingWith(nowhere + ": cannot be written: ");
  }

  private long write(Path file) {
    makeEntries(KeyDomain.SIGNED);
    return Export.write(entries(KeyDomain.SIGNED), KeyDomain.SIGNED, file, Optional.empty());
  }

  /** What was left behind is nobody's; what another process writes is. */
  @Test
  void removesWhatAKilledProcessLeft() throws IOException, InterruptedException {
    Path file = dir.resolve("a.tsv");
    Files.writeString(dir.resolve(".a.tsv.01234567.part"), "left behind");
    Path other = Files.writeString(dir.resolve(".a.tsv.part"), "not of this kind");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                EndlessExport.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Path part;
    try {
      assertThat(process.getInputStream().read()).isEqualTo('.');
      part = theOtherFile(other);
      // Its lock is its process's.
      write(file);
      assertThat(theOtherFile(other, file)).isEqualTo(part);
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(part).exists();
    write(file);
    try (var files = Files.list(dir)) {
      assertThat(files).containsExactlyInAnyOrder(file, other);
    }
  }

  private Path theOtherFile(Path... known) throws IOException {
    try (var files = Files.list(dir)) {
      List<Path> others = files.filter(file -> !List.of(known).contains(file)).toList();
      assertThat(others).hasSize(1);
      return others.get(0);
    }
  }

  @Test
  void replacesWhatALinkMeans() throws IOException {
    Path real = Files.writeString(dir.resolve("real.tsv"), "before");
    Path link = Files.createSymbolicLink(dir.resolve("link.tsv"), real);
    write(link);
    assertThat(link).isSymbolicLink();
    assertThat(Files.size(real)).isGreaterThan(100);
  }

  /** As a device, which would be replaced by a file. */
  @Test
  void replacesNothingButFiles() {
    assertThatThrownBy(() -> write(dir))
        .isInstanceOf(IndexException.class)
        .hasMessage(dir + ": is no file that could be replaced; name another one");
  }
}

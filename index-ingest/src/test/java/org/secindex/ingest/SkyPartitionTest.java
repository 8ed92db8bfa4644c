package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.Location;

class SkyPartitionTest {
  /** The values that the formulas' description gives. */
  @ParameterizedTest
  @CsvSource({
    "85, 12, 53.1, -27.8, 4951, 287",
    "85, 12, 0, -90, 0, 0",
    "85, 12, 359.9999999, 90, 14280, 759",
    "340, 3, 53.1, -27.8, 79648, 13",
    "340, 3, 0.0214568, -0.0238, 114920, 24",
  })
  void locatesKnownPositions(int s, int t, double ra, double dec, int chunk, int sub) {
    assertThat(new SkyPartition(s, t).locate(ra, dec)).isEqualTo(new Location(chunk, sub));
  }

  @Test
  void hasTheKnownMaxima() {
    assertThat(new SkyPartition(85, 12).maxSubChunks()).isEqualTo(69);
    assertThat(new SkyPartition(340, 3).maxSubChunks()).isEqualTo(12);
    assertThat(new SkyPartition(340, 3).maxChunks()).isEqualTo(679);
  }

  @Test
  void putsAllRowsOfARealChunkIntoThatChunk() throws IOException {
    SkyPartition sky = new SkyPartition(85, 12);
    List<String> rows;
    try (InputStream in =
            Objects.requireNonNull(
                SkyPartitionTest.class.getResourceAsStream("overlap-chunk.csv"));
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      rows = reader.lines().toList();
    }
    assertThat(rows).hasSize(66);
    assertThat(rows)
        .allSatisfy(
            row -> {
              String[] fields = row.split(",", -1);
              double ra = Double.parseDouble(fields[1]);
              double dec = Double.parseDouble(fields[2]);
              assertThat(sky.locate(ra, dec).chunkId()).isEqualTo(7480);
            });
  }

  @ParameterizedTest
  @CsvSource({"-0.5, 359.5", "360, 0", "725, 5", "-1e-300, 0"})
  void takesLongitudesModulo360(double ra, double same) {
    SkyPartition sky = new SkyPartition(340, 3);
    Location expected = ra == -1e-300 ? sky.locate(359.9999999999, 10) : sky.locate(same, 10);
    assertThat(sky.locate(ra, 10)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0, 90.0001", "0, -91", "NaN, 0", "Infinity, 0", "0, NaN"})
  void refusesWhatIsNoPosition(double ra, double dec) {
    SkyPartition sky = new SkyPartition(85, 12);
    assertThatThrownBy(() -> sky.locate(ra, dec)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 100", "2, 3", "3, 1", "18, 7", "340, 3", "10000, 1"})
  void cutsTheWholeSkyWhateverTheNumbers(int stripes, int subStripes) {
    SkyPartition sky = new SkyPartition(stripes, subStripes);
    for (double dec = -90; dec <= 90; dec += 7.5) {
      for (double ra = 0; ra < 360; ra += 11.25) {
        assertThat(sky.locate(ra, dec).chunkId()).isBetween(0, 2 * stripes * stripes);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "85", "85,", "85,12,3", "x,12", "0,12", "85,0", "10001,1", "-1,2"})
  void refusesWhatIsNoPartition(String text) {
    assertThatThrownBy(() -> SkyPartition.parse(text)).isInstanceOf(IndexConfigException.class);
  }

  @Test
  void readsItsOwnText() {
    assertThat(SkyPartition.parse("85,12")).hasToString("85,12");
  }
}

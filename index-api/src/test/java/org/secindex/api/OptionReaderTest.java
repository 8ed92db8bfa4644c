package org.secindex.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionReaderTest {
  private static final List<IndexOption> OPTIONS =
      List.of(
          IndexOption.DURABILITY,
          new IndexOption("cache", "8m", "bytes"),
          new IndexOption("connections", "4", "1 .. 64"),
          new IndexOption("timeout", "30s", "time"),
          new IndexOption("direct", "false", "flag"),
          new IndexOption("password-file", "", "path"));

  private static OptionReader read(String query) {
    return new OptionReader(IndexUri.parse("x:y?" + query), OPTIONS);
  }

  @Test
  void defaultsHoldWhereNothingIsGiven() {
    OptionReader in = read("");
    assertThat(in.oneOf("durability", Durability.class)).isEqualTo(Durability.SYNC);
    assertThat(in.bytes("cache")).isEqualTo(8 << 20);
    assertThat(in.number("connections", 1, 64)).isEqualTo(4);
    assertThat(in.duration("timeout")).isEqualTo(Duration.ofSeconds(30));
    assertThat(in.flag("direct")).isFalse();
    assertThat(in.optionalText("password-file")).isEmpty();
    in.finish();
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "4096,4096",
    "64k,65536",
    "512MiB,536870912",
    "1g,1073741824",
    "2GB,2147483648",
    "1T,1099511627776"
  })
  void sizes(String text, long bytes) {
    assertThat(read("cache=" + text).bytes("cache")).isEqualTo(bytes);
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    OptionReader in =
        read("durability=no&cache=much&connections=65&timeout=5&direct=yes&chache=1m&zzz=1");
    in.oneOf("durability", Durability.class);
    in.bytes("cache");
    in.number("connections", 1, 64);
    in.duration("timeout");
    in.flag("direct");
    assertThatThrownBy(in::finish)
        .isInstanceOfSatisfying(
            IndexConfigException.class, e -> assertThat(e.problems()).hasSize(7))
        .hasMessageContaining("'chache': did you mean 'cache'")
        .hasMessageContaining("'zzz'; known: durability, cache")
        .hasMessageContaining("1 .. 64")
        .hasMessageContaining("neither true nor false");
  }
}

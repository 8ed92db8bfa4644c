package org.secindex.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IndexUriTest {
  @ParameterizedTest
  @CsvSource({
    "file:/data/idx, /data/idx",
    "file:idx, idx",
    "FILE:///data/idx, /data/idx",
    "file:/a b/c%20d, /a b/c%20d",
    "file:/data/idx?durability=sync, /data/idx"
  })
  void placesAreWrittenAsInAShell(String uri, String path) {
    assertThat(IndexUri.parse(uri).path()).isEqualTo(Path.of(path));
  }

  @Test
  void optionsKeepTheirOrderAndAreDecoded() {
    IndexUri uri = IndexUri.parse("mysql://u@h:3306/db/idx?b=1+1&a=x%26y&&c=");
    assertThat(uri.scheme()).isEqualTo("mysql");
    assertThat(uri.place()).isEqualTo("//u@h:3306/db/idx");
    assertThat(uri.options())
        .containsExactly(
            java.util.Map.entry("b", "1+1"),
            java.util.Map.entry("a", "x&y"),
            java.util.Map.entry("c", ""));
    assertThat(uri).hasToString("mysql://u@h:3306/db/idx");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "idx",
        "/data/idx",
        ":x",
        "1a:x",
        "file:",
        "file:?a=b",
        "file:x?a",
        "file:x?a=1&a=2",
        "file:x?a=%zz"
      })
  void refusesWhatIsNoAddress(String uri) {
    assertThatThrownBy(() -> IndexUri.parse(uri)).isInstanceOf(IndexConfigException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://u:hunter2@h/db/i",
        "mysql://u@h/db/i?password=hunter2",
        "mysql://u@h/db/i?PASSWD=hunter2",
        "root://h//i?authz=hunter2",
        "file:x?token=hunter2",
        "mysql://:hunter2@h/db/i",
        "mysql://u:1234hunter2@h/db/i",
        "mysql://u:hunter2/x@h/db/i",
        "mysql://u:x?hunter2=1@h/db/i",
        "mysql://u:a?hunter2@h/db/i",
        "mysql://u:hunter2@[::1]:3306/db/i",
        "mysql://u@h/db/i?db-password=hunter2"
      })
  void refusesSecretsWithoutRepeatingThem(String uri) {
    assertThatThrownBy(() -> IndexUri.parse(uri))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "root://h:1094//data/a@b",
        "root://h:1094?x=a@b",
        "root://[::1]:1094//data/a@b",
        "root://u@h:1094//data/a:b@c",
        "file:///data/a:b@c",
        "file:/a:b@c"
      })
  void aColonBeforeAnAtSignNeedNotBeAPassword(String uri) {
    assertThat(IndexUri.parse(uri).scheme()).isIn("root", "file");
  }

  @Test
  void aLocalPathHasNoHost() {
    assertThatThrownBy(() -> IndexUri.parse("file://host/data").path())
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("no host");
  }
}

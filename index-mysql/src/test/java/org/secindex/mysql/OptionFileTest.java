package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexUri;

class OptionFileTest {
  @TempDir Path directory;

  private String password(String content) throws IOException {
    Path file = Files.writeString(directory.resolve("my.cnf"), content);
    return MySqlOptions.from(IndexUri.parse("mysql://me@h/d/i?option-file=" + file)).password();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "password=abc, abc",
        "  password =  a b c  , a b c",
        "password=abc # my own, abc",
        "password=abc#def, abc",
        "password=\"abc#def\" # it's long, abc#def",
        "password='it\\'s', it's",
        "password=\"a\"b\", a\"b",
        "password=a\\\\b\\s, `a\\b `",
        "password=a\\qb, a\\qb",
        "password=, ``",
        "password=a=b, a=b",
      })
  void aValueIsReadAsTheProgramsOfMySqlReadIt(String line, String expected) throws IOException {
    assertThat(password("[client]\n" + line + "\n")).isEqualTo(expected);
  }

  @Test
  void onlyGroupClientCountsAndTheLastOneWins() throws IOException {
    String content =
        """
        password=outside
        [mysqld]
        password=server\r

        # [client]
        ;password=no
        [client] # ours
        user=root
        password=first
        passwords=no
        skip-password
        [client]
        password=second
        [mysqldump]
        password=other
        """;
    assertThat(password(content)).isEqualTo("second");
  }

  @Test
  void aFileThatDoesNotSayIsNamed() {
    for (String content : new String[] {"", "[client]\nuser=me\n", "[mysql]\npassword=x\n"}) {
      assertThatThrownBy(() -> password(content))
          .isInstanceOf(IndexConfigException.class)
          .hasMessageContaining("option-file")
          .hasMessageContaining("my.cnf")
          .hasMessageContaining("[client]");
    }
    assertThatThrownBy(
            () ->
                MySqlOptions.from(IndexUri.parse("mysql://me@h/d/i?option-file=/nowhere/my.cnf"))
                    .password())
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("/nowhere/my.cnf");
    assertThatThrownBy(
            () ->
                MySqlOptions.from(
                    IndexUri.parse("mysql://me@h/d/i?option-file=/a&password-file=/b")))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("option-file");
  }
}

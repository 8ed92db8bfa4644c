package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexUri;

class MySqlAddressTest {
  @ParameterizedTest
  @CsvSource({
    "mysql://me@host/db/idx, me, host, 3306, db, idx",
    "mysql://me@host:4406/db/idx?connections=3, me, host, 4406, db, idx",
    "mysql://a-b.c@10.0.0.1:1/DB_1/dr3_0/, a-b.c, 10.0.0.1, 1, DB_1, dr3_0",
    "mysql://me@[::1]:3306/db/idx, me, [::1], 3306, db, idx",
  })
  void readsAddresses(
      String uri, String user, String host, int port, String database, String index) {
    assertThat(MySqlAddress.from(IndexUri.parse(uri)))
        .isEqualTo(new MySqlAddress(user, host, port, database, index));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://host/db/idx",
        "mysql://me@host/db",
        "mysql://me@host/db/idx/more",
        "mysql://me@host:99999/db/idx",
        "mysql://me@host:0/db/idx",
        "mysql://me@a,b/db/idx",
        "mysql://me@(host=x)/db/idx",
        "mysql://me@/db/idx",
        "mysql://me@host/d`b/idx",
        "mysql://me@host/db/idx;DROP",
        "mysql://me@host/db/id-x",
        "mysql://me@host/db/idé",
        "mysql://me@host/db/SecIndex_Meta",
        "mysql://me@host/db/secindex_ranges",
        "mysql://me@host/db/aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggggX",
        "mysql:me@host/db/idx",
      })
  void refusesWhatIsNoAddress(String uri) {
    assertThatThrownBy(() -> MySqlAddress.from(IndexUri.parse(uri)))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("mysql");
  }

  @Test
  void reportsAllThatIsWrongAtOnce() {
    assertThatThrownBy(() -> new MySqlAddress("me", "a b", 0, "d-b", "i x"))
        .isInstanceOfSatisfying(
            IndexConfigException.class, e -> assertThat(e.problems()).hasSize(4));
    assertThatThrownBy(
            () ->
                MySqlOptions.from(
                    IndexUri.parse(
                        "mysql://me@h/d/i?connections=0&tls=maybe&read-timeout=1&conections=3")))
        .isInstanceOfSatisfying(
            IndexConfigException.class, e -> assertThat(e.problems()).hasSize(4))
        .hasMessageContaining("did you mean 'connections'");
    assertThatThrownBy(
            () -> MySqlOptions.from(IndexUri.parse("mysql://me@h/d/i?connect-timeout=1ms")))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("250ms");
  }

  @Test
  void readsOptions() {
    MySqlOptions options =
        MySqlOptions.from(
            IndexUri.parse(
                "mysql://me@h/d/i?durability=relaxed&tls=verify&read-timeout=7s&connections=20"));
    assertThat(options.durability()).isEqualTo(Durability.RELAXED);
    assertThat(options.tls()).isEqualTo(MySqlOptions.Tls.VERIFY);
    assertThat(options.readTimeout()).isEqualTo(Duration.ofSeconds(7));
    assertThat(options.connections()).isEqualTo(20);
    assertThat(MySqlOptions.defaults().durability()).isEqualTo(Durability.SYNC);
    assertThat(MySqlOptions.defaults().publicKeyRetrieval()).isFalse();
  }

  @Test
  void takesThePasswordFromItsFileLessOneLineEnd(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("pw");
    for (String[] contentAndPassword :
        new String[][] {{"a b\n", "a b"}, {"x\r\n", "x"}, {"x\n\n", "x\n"}, {"x", "x"}, {"", ""}}) {
      Files.writeString(file, contentAndPassword[0]);
      MySqlOptions options =
          MySqlOptions.from(IndexUri.parse("mysql://me@h/d/i?password-file=" + file));
      assertThat(options.password()).isEqualTo(contentAndPassword[1]);
    }
    Files.delete(file);
    MySqlOptions options =
        MySqlOptions.from(IndexUri.parse("mysql://me@h/d/i?password-file=" + file));
    assertThatThrownBy(options::password)
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("password-file")
        .hasMessageContaining(file.toString());
  }
}

package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.Seed;

/** Units that are given up for the sake of others. */
@Timeout(60)
class TransactionsTest {
  @TempDir static Path directory;
  private static TestServer server;

  private final SQLException deadlock = new SQLException("made up", "40001", MySqlErrors.DEADLOCK);

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start(directory);
    server.run("CREATE DATABASE IF NOT EXISTS sky", "CREATE TABLE sky.steps (step INT NOT NULL)");
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  /** Does a step, and then is given up so many times. */
  private final class Unit implements Transactions.Unit {
    private final int failures;
    private int attempts;

    Unit(int failures) {
      this.failures = failures;
    }

    @Override
    public void apply(Connection connection) throws SQLException {
      attempts++;
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate("INSERT INTO sky.steps VALUES (" + attempts + ")");
      }
      if (attempts <= failures) {
        throw deadlock;
      }
    }
  }

  private static void run(Transactions.Unit unit) throws SQLException {
    Connections connections = server.connections(server.newName());
    try (Connection connection = connections.toWrite()) {
      Transactions.run(connection, connections.address(), unit);
    }
  }

  @Test
  void aUnitIsRepeatedAsAWhole() throws SQLException {
    long before = server.number("SELECT COUNT(*) FROM sky.steps");
    Unit unit = new Unit(3);
    run(unit);
    assertThat(unit.attempts).isEqualTo(4);
    assertThat(server.number("SELECT COUNT(*) FROM sky.steps")).isEqualTo(before + 1);
  }

  @Test
  void attemptsAreBounded() {
    long before = server.number("SELECT COUNT(*) FROM sky.steps");
    Unit unit = new Unit(Integer.MAX_VALUE);
    assertThatThrownBy(() -> run(unit)).isSameAs(deadlock);
    assertThat(unit.attempts).isEqualTo(Transactions.ATTEMPTS);
    assertThat(server.number("SELECT COUNT(*) FROM sky.steps")).isEqualTo(before);
  }

  @Test
  void anInterruptEndsThePause() {
    Unit unit = new Unit(Integer.MAX_VALUE);
    assertThatThrownBy(
            () ->
                run(
                    connection -> {
                      if (unit.attempts == 2) {
                        Thread.currentThread().interrupt();
                      }
                      unit.apply(connection);
                    }))
        .isSameAs(deadlock);
    assertThat(Thread.interrupted()).as("interrupted").isTrue();
    assertThat(unit.attempts).isEqualTo(3);
  }

  /** Two who met do not come back at the same time; nobody waits for more than a few seconds. */
  @Test
  void pausesGrowAndDiffer() {
    Seed seed = Seed.forTest("pausesGrowAndDiffer");
    SplittableRandom random = seed.random();
    for (int attempts = 1; attempts < Transactions.ATTEMPTS; attempts++) {
      int n = attempts;
      long[] pauses =
          LongStream.generate(() -> Transactions.pauseMillis(n, random)).limit(100).toArray();
      long longest = 20L << (attempts - 1);
      assertThat(LongStream.of(pauses).boxed())
          .as("%s, after %d", seed, attempts)
          .allSatisfy(pause -> assertThat(pause).isBetween(longest / 2, longest));
      assertThat(LongStream.of(pauses).distinct().count())
          .as("%s, after %d", seed, attempts)
          .isGreaterThan(5);
    }
    assertThat(
            IntStream.range(1, Transactions.ATTEMPTS)
                .mapToLong(n -> Transactions.pauseMillis(n, random))
                .sum())
        .isLessThan(3000);
  }
}

package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;

/** Batches that cannot be sent. */
@Timeout(60)
class ParallelLoadTest {
  @TempDir static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start(directory);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  /** Sends all batches but the second one. */
  private static final class Failing implements RowTransfer {
    private final AtomicInteger sent = new AtomicInteger();
    private final Throwable failure;

    Failing(Throwable failure) {
      this.failure = failure;
    }

    @Override
    public void require(ServerFacts facts) {
      // It fails later.
    }

    @Override
    public void send(
        Connection connection,
        EntryTable table,
        EntryBatch batch,
        int from,
        int to,
        boolean known) {
      if (sent.incrementAndGet() == 2) {
        if (failure instanceof Error e) {
          throw e;
        }
        throw (RuntimeException) failure;
      }
    }
  }

  @Test
  void aBatchThatIsLostForWantOfMemoryFailsTheLoad() throws SQLException {
    for (Throwable failure :
        new Throwable[] {new OutOfMemoryError("made up"), new IllegalStateException("made up")}) {
      String name = server.newName();
      String uri = server.uri(name);
      Indexes.create(uri, KeyDomain.SIGNED).close();
      Connections connections = server.connections(name);
      MySqlAddress address = connections.address();
      IndexRegister register = new IndexRegister(address);
      IndexTables tables = new IndexTables(address);
      try (WriterSession session = WriterSession.open(connections)) {
        Connection connection = session.begin();
        CurrentTables current =
            new CurrentTables(
                address,
                KeyDomain.SIGNED,
                new Catalog.Registered(register, tables),
                tables.read(connection, register.require(connection)));
        Loader loader =
            new Loader(connections, register, tables, current, new Failing(failure), true);
        assertThatThrownBy(
                () ->
                    loader.load(
                        session,
                        connection,
                        TestServer.entries(5 * ParallelLoad.ROWS_PER_STATEMENT)))
            .isSameAs(failure);
        assertThat(loader.leavesReady()).isTrue();
        assertThat(register.require(connection).entries()).hasValue(0);
      }
      assertThat(Indexes.state(uri)).isEqualTo(IndexState.READY);
    }
  }
}

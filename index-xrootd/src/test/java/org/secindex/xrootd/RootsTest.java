package org.secindex.xrootd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.IndexException;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdServer;
import org.secindex.xrootd.client.TestAuthority;

/** An index of which nothing goes over the network in clear. */
@Timeout(60)
class RootsTest {
  @TempDir Path directory;

  @Test
  void anIndexUnderTls() throws IOException {
    Servers.require(XrootdServer.available());
    Servers.require(TestAuthority.available());
    try (TestAuthority authority = TestAuthority.make();
        TestAuthority stranger = TestAuthority.make();
        XrootdServer server =
            XrootdServer.start(
                directory, authority.vouchFor("IP:127.0.0.1", 2).configuration("all"))) {
      String root = server.url("idx");
      String roots = root.replace("root:", "roots:");
      String trust = "?tls-ca=" + authority.pem();
      try (SecondaryIndex index = Indexes.create(roots + trust, KeyDomain.SIGNED)) {
        index.load(
            SortedEntries.of(
                KeyDomain.SIGNED, new long[] {1, 2, 9}, new int[] {3, 4, 5}, new int[] {6, 7, 8}));
      }
      for (String address : new String[] {root, roots}) {
        try (SecondaryIndex index = Indexes.open(address + trust)) {
          assertThat(index.find(2).orElseThrow().chunkId()).isEqualTo(4);
          assertThat(index.findAll(new long[] {9, 3, 1}).foundCount()).isEqualTo(2);
          assertThat(index.verify().problems()).isEmpty();
        }
        assertThatThrownBy(() -> Indexes.open(address + "?tls-ca=" + stranger.pem()))
            .isInstanceOf(IndexException.class)
            .hasMessageContaining("none of the authorities in " + stranger.pem());
      }
    }
  }
}

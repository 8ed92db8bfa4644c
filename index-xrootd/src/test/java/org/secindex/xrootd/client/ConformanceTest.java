package org.secindex.xrootd.client;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.secindex.testkit.DocumentedTests;

/** docs/xrootd-conformance.md has all the lines, and names tests that there are. */
class ConformanceTest {
  @Test
  void everyLineNamesATestOrAReason() throws IOException {
    DocumentedTests.check(Path.of(".."), "docs/xrootd-conformance.md", 42);
  }
}

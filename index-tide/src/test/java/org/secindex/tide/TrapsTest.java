package org.secindex.tide;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.secindex.testkit.DocumentedTests;

/** docs/tide.md has all the traps, and names tests that there are. */
class TrapsTest {
  @Test
  void everyTrapNamesATest() throws IOException {
    DocumentedTests.check(Path.of(".."), "docs/tide.md", 40);
  }
}

package org.secindex.testkit;

import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** What a test does that needs a real server which this machine cannot run. */
public final class Servers {
  private Servers() {}

  /**
   * Lets a test go on if {@code reasonAgainst} is empty. Else the test is aborted, with the reason
   * on standard error; where the environment variable {@code CI} is {@code true} it fails, since
   * there a test that quietly does not run is a fault.
   *
   * @param reasonAgainst as {@link XrootdServer#available()} and {@link MariaDbServer#available()}
   *     give it
   */
  public static void require(Optional<String> reasonAgainst) {
    require(reasonAgainst, "true".equalsIgnoreCase(System.getenv("CI")));
  }

  static void require(Optional<String> reasonAgainst, boolean ci) {
    if (reasonAgainst.isEmpty()) {
      return;
    }
    String message = "TEST NOT RUN: " + reasonAgainst.get();
    if (ci) {
      Assertions.fail(message + " (a failure, since CI=true)");
    }
    System.err.println(message);
    Assumptions.abort(message);
  }
}

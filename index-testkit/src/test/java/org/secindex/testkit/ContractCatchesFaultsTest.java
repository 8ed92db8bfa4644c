package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/**
 * The kit itself is tested: an index with any one fault fails at least one test of the contract.
 */
class ContractCatchesFaultsTest {
  /** Which fault the contract below runs against; set by the one test that runs it. */
  private static volatile Fault fault = Fault.NONE;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  @DisplayName("a wrong index is caught")
  void caught(Fault wrong) {
    Events tests = contractWith(wrong);
    assertThat(tests.succeeded().count()).as("the fault is one, not many").isGreaterThan(20);
    assertThat(tests.failed().count()).as("tests that fail for %s", wrong).isPositive();
  }

  @Test
  @DisplayName("without its fault it would not have been caught")
  void notCaughtForAnythingElse() {
    Events tests = contractWith(Fault.NONE);
    assertThat(tests.succeeded().count()).isGreaterThan(20);
    assertThat(tests.failed().list()).isEmpty();
  }

  private static Events contractWith(Fault wrong) {
    fault = wrong;
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(WrongContract.class))
        .execute()
        .testEvents();
  }

  /** Not found by the build: its name ends in no Test. */
  static class WrongContract extends SecondaryIndexContract {
    private static final AtomicInteger NEXT = new AtomicInteger();

    @Override
    protected String newUri() {
      return "wrong:" + fault + "/" + NEXT.incrementAndGet();
    }

    @Override
    protected String foreignUri() {
      throw new org.opentest4j.TestAbortedException("nothing foreign can stand in memory");
    }

    @Override
    protected void makeFormatNewer(String uri) {
      throw new org.opentest4j.TestAbortedException("nothing is stored");
    }

    @Override
    protected boolean reachableFromOtherProcesses() {
      return false;
    }
  }
}

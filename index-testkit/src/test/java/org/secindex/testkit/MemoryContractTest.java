package org.secindex.testkit;

import java.util.concurrent.atomic.AtomicInteger;

/** The oracle passes the contract: otherwise nothing could be held against it. */
class MemoryContractTest extends SecondaryIndexContract {
  private static final AtomicInteger NEXT = new AtomicInteger();

  @Override
  protected String newUri() {
    return "memory:contract-" + NEXT.incrementAndGet();
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

package org.secindex.xrootd.client;

/** The final answer to a request that did not fail: done, or to be done elsewhere. */
sealed interface Reply {
  /** Done; the body of the request has what came. */
  enum Done implements Reply {
    DONE
  }

  /** To be asked again later, which is told only to who has {@link Request#wantsToKnowOfWaits}. */
  enum Wait implements Reply {
    WAIT
  }

  /**
   * Ask elsewhere.
   *
   * @param port a port; 0 if the text has it; below zero if the text is a URL
   * @param text {@code host[?opaque[?token]]}
   */
  record Redirect(int port, String text) implements Reply {}
}

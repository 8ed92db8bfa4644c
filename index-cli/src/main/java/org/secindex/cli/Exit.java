package org.secindex.cli;

/** The exit codes, the same for all commands. */
final class Exit {
  /** All was done. */
  static final int DONE = 0;

  /** It failed; standard error says why. */
  static final int FAILED = 1;

  /** It was called in a wrong way; nothing was done. */
  static final int USAGE = 2;

  /** It was done, but something was missing or different: ids not found, damage, a lost backend. */
  static final int DIFFERENCE = 3;

  /** It was interrupted, as by Ctrl-C; what Java and shells give for that. */
  static final int INTERRUPTED = 130;

  private Exit() {}
}

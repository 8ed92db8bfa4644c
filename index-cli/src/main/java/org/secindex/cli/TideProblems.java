package org.secindex.cli;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.secindex.tide.Problem;

/** Says once each what is wrong with a log, but for what there is too much of. */
final class TideProblems implements Consumer<Problem> {
  private static final int MOST = 20;

  private final Console console;
  private final String file;
  private final Set<Problem> told = new HashSet<>();
  private boolean isLossy;
  private boolean isCut;

  TideProblems(Console console, String file) {
    this.console = console;
    this.file = file;
  }

  @Override
  public synchronized void accept(Problem problem) {
    isLossy |= problem.severity() == Problem.Severity.ERROR;
    if (told.size() < MOST) {
      if (told.add(problem)) {
        console.say(file + ": " + problem);
      }
    } else if (!isCut && !told.contains(problem)) {
      isCut = true;
      console.say(file + ": and more; 'secindex tide doctor' tells everything");
    }
  }

  /** Whether something is lost, or in doubt, of what has been read. */
  boolean isLossy() {
    return isLossy;
  }

  /** How a command ends that did what it could. */
  int exit() {
    return isLossy ? Exit.DIFFERENCE : Exit.DONE;
  }
}

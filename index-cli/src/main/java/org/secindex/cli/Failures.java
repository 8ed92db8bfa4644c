package org.secindex.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a failure says and which exit code it gives. The only place that decides. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private final SecindexCommand secindex;

  Failures(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
    return report(e);
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    secindex.console().say(e.getMessage() + suggestion(e));
    secindex
        .console()
        .say("see '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'");
    return Exit.USAGE;
  }

  private static String suggestion(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched
        && !unmatched.getSuggestions().isEmpty()) {
      return "; did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?";
    }
    return "";
  }

  /** Says what happened and gives the exit code. */
  int report(Throwable e) {
    if (isBrokenPipe(e)) {
      // Whoever read our results has seen enough, as head does.
      return Exit.DONE;
    }
    if (e instanceof IndexWriting.Interrupted) {
      return Exit.INTERRUPTED;
    }
    secindex.console().say(message(e));
    if (secindex.isVerbose()) {
      e.printStackTrace(secindex.console().err());
    }
    return e instanceof IndexConfigException ? Exit.USAGE : Exit.FAILED;
  }

  /**
   * A failure of files other than standard output, in words: the JDK's message for some is the bare
   * path.
   */
  static IndexException inFiles(String command, IOException e) {
    String problem =
        e instanceof AccessDeniedException
            ? e.getMessage() + ": permission denied"
            : e instanceof NoSuchFileException
                ? e.getMessage() + ": no such file or directory"
                : e instanceof FileAlreadyExistsException
                    ? e.getMessage() + ": is there already"
                    : String.valueOf(e.getMessage());
    return new IndexException(command + ": " + problem, e);
  }

  private static boolean isBrokenPipe(Throwable e) {
    return e instanceof IOException && String.valueOf(e.getMessage()).contains("Broken pipe");
  }

  private static String message(Throwable e) {
    if (e instanceof IndexException) {
      return String.valueOf(e.getMessage());
    }
    if (e instanceof IOException) {
      return "standard output: " + e.getMessage();
    }
    if (e instanceof OutOfMemoryError) {
      return "out of memory (" + e.getMessage() + "); give Java more, as SECINDEX_JAVA_OPTS=-Xmx4g";
    }
    if (e instanceof LinkageError) {
      return "a library cannot be used on this machine: " + e + "; -v shows the trace";
    }
    return "unexpected failure: " + e + "; -v shows the trace";
  }
}

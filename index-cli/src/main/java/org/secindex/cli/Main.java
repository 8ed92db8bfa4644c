package org.secindex.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** Where the process begins and ends. */
public final class Main {
  private static final int OUTPUT_BUFFER = 64 << 10;

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    Console console =
        new Console(
            System.in,
            // Not System.out, which swallows failures.
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), OUTPUT_BUFFER),
            System.err,
            Boolean.getBoolean("secindex.terminal"));
    System.exit(run(console, args));
  }

  /** Runs the command and tells its exit code. */
  static int run(Console console, String... args) {
    SecindexCommand secindex = new SecindexCommand(console);
    Failures failures = new Failures(secindex);
    int code;
    try {
      code = commandLine(secindex, failures).execute(args);
    } catch (OutOfMemoryError | LinkageError e) {
      code = failures.report(e);
    }
    try {
      console.out().flush();
    } catch (IOException e) {
      code = code == Exit.DONE ? failures.report(e) : code;
    }
    return code;
  }

  private static CommandLine commandLine(SecindexCommand secindex, Failures failures) {
    // An id may be negative, and then looks like an option.
    CommandLine get =
        new CommandLine(new GetCommand(secindex)).setUnmatchedOptionsArePositionalParams(true);
    return new CommandLine(secindex)
        .addSubcommand(new LoadCommand(secindex))
        .addSubcommand(new UpdateCommand(secindex))
        .addSubcommand(new RemoveCommand(secindex))
        .addSubcommand(get)
        .addSubcommand(new ScanCommand(secindex))
        .addSubcommand(new InfoCommand(secindex))
        .addSubcommand(new VerifyCommand(secindex))
        .addSubcommand(new CompactCommand(secindex))
        .addSubcommand(new AdoptCommand(secindex))
        .addSubcommand(new CopyCommand(secindex))
        .addSubcommand(new BackendsCommand(secindex))
        .addSubcommand(BenchCommand.commandLine(secindex))
        .addSubcommand(TideCommand.commandLine(secindex))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false)
        .setOut(writer(secindex.console().out()))
        .setErr(writer(secindex.console().err()))
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures);
  }

  private static PrintWriter writer(OutputStream out) {
    return new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true);
  }
}

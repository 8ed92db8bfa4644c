package org.secindex.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How to run a server, and what its log says about its state.
 *
 * @param name for messages
 * @param command the command line for a port; it must stay in the foreground
 * @param directory the working directory
 * @param log receives the program's standard output and error
 * @param ready found in the log once connections are accepted. The log is asked rather than the
 *     port, since another program may answer there
 * @param portTaken text in the log when another program has the port
 * @param startPatience how long it may take to be ready
 * @param stopPatience how long it may take to stop when asked to
 * @param temporary directories to delete after its last stop
 */
record ServerProgram(
    String name,
    Command command,
    Path directory,
    Path log,
    Pattern ready,
    String portTaken,
    Duration startPatience,
    Duration stopPatience,
    List<Path> temporary) {

  /** Makes the command line for a port, and what the program needs beside it. */
  interface Command {
    List<String> on(int port) throws IOException;
  }
}

package org.secindex.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** What is done with TIDE logs. */
@Command(
    name = "tide",
    description = {
      "TIDE logs: what is in them, what is wrong with them, and what can be made of them.",
      "FILE is a file, an address as root://host//data/log.tide, or - for the standard input."
    })
final class TideCommand {
  private TideCommand() {}

  static CommandLine commandLine(SecindexCommand secindex) {
    return new CommandLine(new TideCommand())
        .addSubcommand(new TideInfoCommand(secindex))
        .addSubcommand(new TideLsCommand(secindex))
        .addSubcommand(new TideCatCommand(secindex))
        .addSubcommand(new TideDoctorCommand(secindex))
        .addSubcommand(new TideReindexCommand(secindex))
        .addSubcommand(new TideRecoverCommand(secindex))
        .addSubcommand(new TideMergeCommand(secindex))
        .addSubcommand(new TideFilterCommand(secindex))
        .addSubcommand(new TideIndexCommand(secindex))
        .addSubcommand(new TideGenerateCommand(secindex))
        .addSubcommand(new TideScanCommand(secindex));
  }
}

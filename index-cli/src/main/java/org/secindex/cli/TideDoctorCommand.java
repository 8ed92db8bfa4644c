package org.secindex.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.secindex.tide.Diagnosis;
import org.secindex.tide.LostRange;
import org.secindex.tide.Problem;
import org.secindex.tide.TideRepair;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "doctor",
    description = {
      "Reads all of a log and tells what is wrong with it: severity, code, offset. Exit 3 if"
          + " anything is.",
      "A WARNING costs no entries; after an ERROR, 'secindex tide recover' saves what there is."
    })
final class TideDoctorCommand implements Callable<Integer> {
  /** Kept for the one object of JSON; a hostile log may have any number. */
  private static final int MOST_IN_JSON = 10_000;

  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "FILE", description = "the log")
  private String file = "";

  @Mixin private final TideReading reading = new TideReading();

  private final List<Map<String, Object>> problems = new ArrayList<>();

  TideDoctorCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    Diagnosis found = diagnose();
    for (LostRange range : found.lost()) {
      secindex.print(file + ": lost: " + TideLosses.line(range, reading));
    }
    long count = found.warnings() + found.errors();
    secindex.print(summary(found));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", file);
    fields.put("channels", found.channels());
    fields.put("chunks", found.chunks());
    fields.put("entries", found.entries());
    fields.put("recoveredEntries", found.recoveredEntries());
    fields.put("indexRows", found.indexRows());
    fields.put("warnings", found.warnings());
    fields.put("errors", found.errors());
    fields.put("lostBytes", found.lostBytes());
    fields.put("lost", TideLosses.fields(found.lost()));
    fields.put("problems", problems);
    secindex.printJson("secindex.tide.doctor.1", fields);
    return count == 0 ? Exit.DONE : Exit.DIFFERENCE;
  }

  private String summary(Diagnosis found) {
    return file
        + ": "
        + found.entries()
        + " entries in "
        + found.chunks()
        + " chunks, "
        + found.channels()
        + " channels, "
        + found.indexRows()
        + " rows of index"
        + (found.recoveredEntries() == 0
            ? ""
            : "; " + found.recoveredEntries() + " of the entries are of damaged chunks")
        + (found.lostBytes() == 0 ? "" : "; " + found.lostBytes() + " bytes are lost")
        + (found.errors() + found.warnings() == 0
            ? "; no problems"
            : "; " + found.errors() + " error(s), " + found.warnings() + " warning(s)");
  }

  private Diagnosis diagnose() throws IOException {
    try (WatchedSource source = TideFiles.open(secindex.console(), "read", file)) {
      return TideRepair.doctor(source, reading.options(this::tell));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void tell(Problem problem) {
    try {
      secindex.print(file + ": " + problem);
    } catch (IOException e) {
      // Of standard output.
      throw new UncheckedIOException(e);
    }
    if (secindex.isJson() && problems.size() < MOST_IN_JSON) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("code", problem.code());
      fields.put("severity", problem.severity().name().toLowerCase(Locale.ROOT));
      fields.put("offset", problem.offset());
      fields.put("text", problem.text());
      problems.add(fields);
    }
  }
}

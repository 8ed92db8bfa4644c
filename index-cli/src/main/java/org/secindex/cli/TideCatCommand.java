package org.secindex.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.secindex.api.IndexConfigException;
import org.secindex.tide.EntryLookup;
import org.secindex.tide.TideCursor;
import org.secindex.tide.TideException;
import org.secindex.tide.TideQuery;
import org.secindex.tide.TideReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "cat",
    description = {
      "Writes the payloads of entries to the standard output, one after the other, with nothing"
          + " between them.",
      "--hex: a line for each: timestamp, channel id, chunk, offset, size, payload. --json: an"
          + " object for each, its payload in base64."
    })
final class TideCatCommand implements Callable<Integer> {
  private static final Pattern PLACE = Pattern.compile("([0-9]{1,18}):([0-9]{1,18})");

  /** As {@code secindex get} prints what it finds. */
  private static final Pattern FOUND =
      Pattern.compile("([0-9]{1,20})\t([0-9]{1,18})\t([0-9]{1,18})");

  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "FILE", description = "the log")
  private String file = "";

  @Mixin private final TideReading reading = new TideReading();
  @Mixin private final TideSelection selection = new TideSelection();

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "only entries of exactly this time; may be given several times")
  private List<String> times = new ArrayList<>();

  @Option(
      names = "--place",
      paramLabel = "CHUNK:OFFSET|-",
      description =
          "the entry at this place, as an index tells it; may be given several times. - reads from"
              + " the standard input what 'secindex get' has printed, and compares the times")
  private List<String> places = new ArrayList<>();

  @Option(
      names = "--skip",
      paramLabel = "N",
      defaultValue = "0",
      description = "leave out the first so many entries")
  private long skip;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "9223372036854775807",
      description = "no more than so many entries")
  private long limit;

  @Option(names = "--sort", description = "in the order of time instead of that in the file")
  private boolean sort;

  @Option(names = "--hex", description = "a line for each entry, its payload in hexadecimal digits")
  private boolean hex;

  TideCatCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    if (file.equals("-") && places.contains("-")) {
      throw new IndexConfigException("the standard input cannot be both the log and the places");
    }
    TideProblems problems = new TideProblems(secindex.console(), file);
    EntryOutput out = new EntryOutput(secindex, hex);
    try (TideReader log = reading.open(secindex.console(), "read", file, problems)) {
      if (!places.isEmpty()) {
        try (EntryLookup lookup = log.lookup()) {
          places(lookup, out);
        }
      } else {
        for (TideQuery query : queries(log)) {
          entries(log, query, out);
        }
      }
    }
    return problems.exit();
  }

  private List<TideQuery> queries(TideReader log) {
    TideQuery query =
        selection.query(log, reading).order(sort ? TideQuery.Order.TIME : TideQuery.Order.FILE);
    if (times.isEmpty()) {
      return List.of(query);
    }
    return times.stream()
        .map(text -> reading.timestamp("--at", text))
        .map(time -> query.between(time, time))
        .toList();
  }

  private void entries(TideReader log, TideQuery query, EntryOutput out) throws IOException {
    try (TideCursor cursor = log.entries(query)) {
      while (limit > 0 && cursor.next()) {
        if (skip > 0) {
          skip--;
        } else {
          limit--;
          out.entry(cursor);
        }
      }
    }
  }

  private void places(EntryLookup log, EntryOutput out) throws IOException {
    for (String place : places) {
      if (place.equals("-")) {
        foundPlaces(log, out);
        continue;
      }
      Matcher m = PLACE.matcher(place);
      if (!m.matches()) {
        throw new IndexConfigException(
            "--place: '" + place + "' is no place as CHUNK:OFFSET, such as 12:3456");
      }
      out.entry(log.at(Long.parseLong(m.group(1)), Long.parseLong(m.group(2))));
    }
  }

  private void foundPlaces(EntryLookup log, EntryOutput out) throws IOException {
    // Not closed: it is not ours.
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(secindex.console().in(), StandardCharsets.UTF_8));
    long number = 0;
    String line;
    while ((line = lines.readLine()) != null) {
      number++;
      Matcher m = FOUND.matcher(line);
      if (!m.matches()) {
        throw new TideException(
            "-:" + number + ": '" + line + "' is not timestamp TAB chunk TAB offset");
      }
      TideCursor entry = log.at(Long.parseLong(m.group(2)), Long.parseLong(m.group(3)));
      if (!Long.toUnsignedString(entry.timestamp()).equals(m.group(1))) {
        throw new TideException(
            file
                + ": at "
                + m.group(2)
                + ":"
                + m.group(3)
                + " is no entry of "
                + m.group(1)
                + ": the index is that of another log, or of an earlier state of this one");
      }
      out.entry(entry);
    }
  }
}

package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryChecksum;
import org.secindex.api.EntryComparison;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexStatistics;
import org.secindex.api.Indexes;
import org.secindex.api.NotAnIndexException;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.Verification;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "verify",
    description = {
      "Reads an index and checks it: order, counts, checksums; and on request, whether it holds what"
          + " another index or a set of files holds. Exit 3 if it is damaged or different."
    })
final class VerifyCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "URI", description = "the index")
  private String uri = "";

  @Option(
      names = "--sample",
      paramLabel = "SHARE",
      description =
          "read only this share, chosen by chance, as 1%% or 0.01; file and root can do that, others"
              + " read all")
  private Optional<String> sample = Optional.empty();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "choose what the sample with this seed chose")
  private Optional<Long> seed = Optional.empty();

  @Mixin private final ComparisonOptions comparison = new ComparisonOptions();

  VerifyCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    double share = sample.map(VerifyCommand::share).orElse(1.0);
    long chosenBy = seed.orElseGet(() -> ThreadLocalRandom.current().nextLong(1L << 31));
    Verification found;
    Optional<EntryComparison> compared = Optional.empty();
    try (SecondaryIndex index = Indexes.open(uri)) {
      found = verify(index, share, chosenBy);
      if (comparison.isWanted() && found.isClean()) {
        compared = Optional.of(comparison.compare(index, secindex.console()));
      }
    } catch (NotAnIndexException e) {
      throw e;
    } catch (CorruptIndexException e) {
      // So damaged that it does not open: a finding too.
      found = new Verification(0, 0, List.of(String.valueOf(e.getMessage())));
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("uri", uri);
    if (sample.isPresent()) {
      fields.put("share", share);
      fields.put("seed", chosenBy);
    }
    report(found, sample.map(text -> "a sample of " + text + " by seed " + chosenBy), fields);
    if (compared.isPresent()) {
      comparison.report(compared.get(), secindex, fields);
    }
    secindex.printJson("secindex.verify.1", fields);
    boolean asItShouldBe =
        found.isClean()
            && compared.map(EntryComparison::isEqual).orElse(true)
            && comparison.isComplete();
    return asItShouldBe ? Exit.DONE : Exit.DIFFERENCE;
  }

  private static double share(String text) {
    boolean percent = text.endsWith("%");
    try {
      double share =
          percent
              ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
              : Double.parseDouble(text);
      if (share > 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // Said below, as what is out of range.
    }
    throw new IndexConfigException(
        "--sample: '" + text + "' is no share: above 0, up to 1 or 100%, as 1% or 0.01");
  }

  private Verification verify(SecondaryIndex index, double share, long chosenBy) {
    IndexStatistics known = index.statistics();
    OptionalLong total =
        known.entriesExact()
            ? OptionalLong.of(Math.round(share * known.entries()))
            : OptionalLong.empty();
    try (Progress progress = Progress.inEntries(secindex.console(), "verify", total)) {
      return sample.isPresent()
          ? index.verifySample(share, chosenBy, progress::at)
          : index.verify(progress::at);
    }
  }

  private void report(Verification found, Optional<String> part, Map<String, Object> fields)
      throws IOException {
    for (String problem : found.problems()) {
      secindex.print("problem: " + problem);
    }
    String checksum = EntryChecksum.format(found.checksum());
    secindex.print(
        uri
            + ": "
            + found.entries()
            + " entries"
            + part.map(text -> " (" + text + ")").orElse("")
            + ", checksum "
            + checksum
            + (found.isClean() ? ", no problems" : ", " + found.problems().size() + " problem(s)"));
    if (!found.isClean() && comparison.isWanted()) {
      secindex.console().say("not compared, because of the problems");
    }
    fields.put("entries", found.entries());
    fields.put("checksum", checksum);
    fields.put("problems", found.problems());
  }
}

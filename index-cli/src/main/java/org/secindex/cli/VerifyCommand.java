package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryChecksum;
import org.secindex.api.IndexStatistics;
import org.secindex.api.Indexes;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.Verification;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "verify",
    description = "Reads a whole index and checks it: order, counts, checksums. Exit 3 if damaged.")
final class VerifyCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "URI", description = "the index")
  private String uri = "";

  VerifyCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    Verification found = verify();
    for (String problem : found.problems()) {
      secindex.print("problem: " + problem);
    }
    String checksum = EntryChecksum.format(found.checksum());
    secindex.print(
        uri
            + ": "
            + found.entries()
            + " entries, checksum "
            + checksum
            + (found.isClean() ? ", no problems" : ", " + found.problems().size() + " problem(s)"));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("uri", uri);
    fields.put("entries", found.entries());
    fields.put("checksum", checksum);
    fields.put("problems", found.problems());
    secindex.printJson("secindex.verify.1", fields);
    return found.isClean() ? Exit.DONE : Exit.DIFFERENCE;
  }

  private Verification verify() {
    try (SecondaryIndex index = Indexes.open(uri)) {
      IndexStatistics known = index.statistics();
      OptionalLong total =
          known.entriesExact() ? OptionalLong.of(known.entries()) : OptionalLong.empty();
      try (Progress progress = Progress.inEntries(secindex.console(), "verify", total)) {
        return index.verify(progress::at);
      }
    } catch (CorruptIndexException e) {
      // So damaged that it does not open: a finding too.
      return new Verification(0, 0, List.of(String.valueOf(e.getMessage())));
    }
  }
}

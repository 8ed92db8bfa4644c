package org.secindex.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.secindex.api.IndexConfigException;
import org.secindex.bench.Faults;
import picocli.CommandLine.Option;

/** Options of {@code bench run} that make backends worse, to see whether the bench finds it. */
final class FaultOptions {
  /** After the warm-up of single look-ups. */
  private static final long STALL_AT = 25_000;

  @Option(
      names = "--faulty",
      split = ",",
      paramLabel = "NAME",
      description =
          "which backends --slow, --stall and --wrong make worse on purpose; all unless given")
  private List<String> backends = new ArrayList<>();

  @Option(
      names = "--slow",
      paramLabel = "SHARE",
      description = "each call takes longer by this share, as 20%%")
  private Optional<String> slow = Optional.empty();

  @Option(
      names = "--stall",
      paramLabel = "TIME[@CALL]",
      description =
          "one call of each opened index hangs for this time, as 1s; the 25000th unless told, as"
              + " 1s@100000")
  private Optional<String> stall = Optional.empty();

  @Option(
      names = "--wrong",
      paramLabel = "N",
      defaultValue = "0",
      description = "each N-th key found gets a wrong location; none unless given")
  private long wrongEvery;

  Faults faults() {
    String time = stall.orElse("0ms");
    int at = time.indexOf('@');
    return new Faults(
        backends,
        slow.map(FaultOptions::share).orElse(0.0),
        at < 0 ? duration(time) : duration(time.substring(0, at)),
        at < 0 ? STALL_AT : BenchRunCommand.count("--stall", time.substring(at + 1)),
        wrongEvery);
  }

  private static Duration duration(String text) {
    return Times.of("--stall", text);
  }

  private static double share(String text) {
    if (!text.matches("[0-9]{1,4}%")) {
      throw new IndexConfigException("--slow: '" + text + "' is not a share, as 20%");
    }
    return Integer.parseInt(text.substring(0, text.length() - 1)) / 100.0;
  }
}

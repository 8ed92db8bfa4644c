package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.secindex.testkit.Catalogue;

/** What is said of a measurement of ten seconds on two processors. */
class NotesTest {
  private static final Latency FLOOR = new Latency(0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2);

  private final Notes notes = new Notes(2);

  private static Trial trial(Target target, int clients, double rate) {
    Dataset dataset =
        new Dataset(Catalogue.of("stride:10", 10), Path.of("none"), KeyChoice.usual(1));
    return new Trial(
        target,
        "i",
        dataset,
        new Task(Suite.RUN, clients, 1),
        1000,
        new Pace(Optional.empty(), rate),
        false,
        new Plans.Recorder());
  }

  private static Target local() {
    return new LocalTarget("file", Path.of("none"), "", Map.of());
  }

  private static Target server() {
    return new RemoteTarget(new StoreName("xrootd", "single"), "root://h//d", "");
  }

  /** A thousand calls of 10 µs. */
  private static Measurement measurement(
      @Nullable Double clientCpu, @Nullable Double serverCpu, @Nullable Double otherCores) {
    Histogram latency = new Histogram(3);
    latency.recordValueWithCount(10_000, 1000);
    Usage usage =
        new Usage(
            10,
            clientCpu,
            serverCpu,
            null,
            null,
            null,
            null,
            null,
            Map.of(),
            Garbage.UNKNOWN,
            List.of(),
            otherCores);
    return new Measurement(1000, usage, latency, null, 900L, null, 0L, null, Optional.empty());
  }

  @Test
  void nothingIsSaidOfWhatIsAsItShouldBe() {
    assertThat(notes.of(trial(local(), 1, 0), measurement(10.0, null, 0.1), "", FLOOR)).isEmpty();
    assertThat(notes.of(trial(server(), 1, 0), measurement(5.0, 4.0, null), "", null)).isEmpty();
    assertThat(notes.of(trial(server(), 1, 100), measurement(9.9, null, null), "", null)).isEmpty();
    assertThat(notes.of(trial(local(), 1, 0), measurement(null, null, null), "", null)).isEmpty();
  }

  @Test
  void aClientWithoutRestIsTheBottleneckOfAServer() {
    assertThat(notes.of(trial(server(), 1, 0), measurement(9.4, 4.0, null), "", null))
        .isEqualTo("the client was the bottleneck: it kept 0.9 of 1 processors busy");
    assertThat(notes.of(trial(server(), 4, 0), measurement(9.4, 4.0, null), "", null)).isEmpty();
    assertThat(notes.of(trial(server(), 4, 0), measurement(19.0, 0.5, null), "", null))
        .isEqualTo(
            "the client was the bottleneck: it kept 1.9 of 2 processors busy; client and servers"
                + " took all 2 processors from each other");
  }

  @Test
  void aRateThatWasNotKeptIsTold() {
    assertThat(notes.of(trial(server(), 1, 200), measurement(1.0, 1.0, null), "", FLOOR))
        .isEqualTo("the rate was not kept: 100 calls/s were made of 200 that were due");
  }

  @Test
  void whatTheBenchItselfTakesIsTold() {
    Latency large = new Latency(2.0, 2.5, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0);
    assertThat(notes.of(trial(local(), 1, 0), measurement(1.0, null, null), "", large))
        .isEqualTo("25 % of a call is what the bench alone takes (noop)");
  }

  @Test
  void othersAtWorkAreTold() {
    assertThat(notes.of(trial(local(), 1, 0), measurement(1.0, null, 1.5), "not cold: why", null))
        .isEqualTo("not cold: why; disturbed: other programs kept 1.5 of 2 processors busy");
    assertThat(notes.of(trial(server(), 1, 0), measurement(1.0, null, 1.5), "", null))
        .as("they may be the server")
        .isEmpty();
  }

  @Test
  void faultsAreTold() {
    Target slow =
        new FaultyTarget(local(), new Faults(List.of(), 0.2, Duration.ofMillis(50), 7, 9));
    assertThat(notes.of(trial(slow, 1, 0), measurement(1.0, null, null), "", null))
        .isEqualTo(
            "slowed by 20 %, stalled for 50 ms at call 7, given a wrong answer for each key number 9"
                + " on purpose");
  }
}

package org.secindex.bench;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.secindex.api.Access;
import org.secindex.api.SecondaryIndex;

/**
 * Keys looked up by several clients: warm-up, look-ups with the clock running, and the check of all
 * answers.
 *
 * @param asker how a call is made
 */
record LookupSuite(Client.Asker asker) implements Job {
  @Override
  public Measurement run(Trial trial) {
    Queries queries = trial.dataset().queries(trial.lookups());
    Answers answers = new Answers(queries);
    try (SecondaryIndex index = trial.open(Access.READ)) {
      if (!trial.cold()) {
        Clients.warmUp(index, trial, asker);
      }
      try (Clients clients = new Clients(trial.task().clients(), queries.size(), trial.pace())) {
        Usage usage = measure(index, trial, queries, answers, clients);
        return measurement(trial, usage, clients, answers, null, Check.diskBytes(index));
      }
    }
  }

  private Usage measure(
      SecondaryIndex index, Trial trial, Queries queries, Answers answers, Clients clients) {
    try (ProcessMeter meter = trial.meter(clients::done, trial.totalLookups(), clients::latest)) {
      clients.ask(index, queries, asker, answers);
      return meter.stop();
    }
  }

  /** What clients have done, once the meter has stopped. */
  static Measurement measurement(
      Trial trial,
      Usage usage,
      Clients clients,
      Answers answers,
      @Nullable Long written,
      @Nullable Long diskBytes) {
    Histogram intended = clients.intended();
    return new Measurement(
        clients.done(),
        usage,
        clients.service(),
        intended.getTotalCount() == 0 ? null : intended,
        answers.found(),
        written,
        answers.checksum(),
        diskBytes,
        answers.wrong(trial.dataset().catalogue()));
  }
}

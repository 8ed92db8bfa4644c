package org.secindex.bench;

import java.util.Optional;
import org.secindex.api.Access;
import org.secindex.api.Location;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.Catalogue;

/**
 * Single look-ups while another thread updates without a pause, by the same open index. What was
 * updated is put back afterwards, and the whole index is checked.
 */
final class MixedSuite implements Job {
  @Override
  public Measurement run(Trial trial) {
    Catalogue catalogue = trial.dataset().catalogue();
    Queries queries = trial.dataset().queries(trial.lookups());
    Answers answers = new Answers(queries);
    Client.Asker asker =
        (index, keys, position, end, into) -> ask(catalogue, index, keys, position, into);
    Measurement measured;
    try (SecondaryIndex index = trial.open(Access.WRITE)) {
      Clients.warmUp(index, trial, asker);
      try (Clients clients = new Clients(trial.task().clients(), queries.size(), trial.pace());
          Mover mover = new Mover(index, catalogue)) {
        Usage usage;
        long written;
        try (ProcessMeter meter =
            trial.meter(clients::done, trial.totalLookups(), clients::latest)) {
          mover.start();
          clients.ask(index, queries, asker, answers);
          written = mover.written();
          usage = meter.stop();
        }
        mover.stop();
        measured =
            LookupSuite.measurement(
                trial, usage, clients, answers, written, Check.diskBytes(index));
      }
    }
    Check after = Check.of(trial, trial.dataset().checksum());
    return measured.butWrong(measured.wrong().or(after::wrong));
  }

  /** An entry may be found where it is, or where it is moved to; both count as right. */
  private static int ask(
      Catalogue catalogue, SecondaryIndex index, Queries queries, int position, Answers answers) {
    long key = queries.key(position);
    Optional<Location> found = index.find(key);
    if (found.isEmpty()) {
      answers.absent(position);
      return position + 1;
    }
    Location location = found.get();
    boolean moved =
        location.chunkId() == Move.chunkId(catalogue, key)
            && location.subChunkId() == Move.subChunkId(catalogue, key);
    answers.found(
        position,
        moved ? catalogue.chunkId(key) : location.chunkId(),
        moved ? catalogue.subChunkId(key) : location.subChunkId());
    return position + 1;
  }
}

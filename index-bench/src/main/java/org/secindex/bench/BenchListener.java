package org.secindex.bench;

/** Told how a bench goes on. */
public interface BenchListener {
  /** What is done next, in one line. Called by the thread that runs the bench. */
  void phase(String what);

  /**
   * How far the phase is, some times a second; not for all phases. Called by another thread, one
   * call at a time.
   *
   * @param done entries or keys
   * @param total what {@code done} will be at the end; 0 if that is not known
   */
  void progress(long done, long total);

  /** A measurement that has been made and stored. Called by the thread that runs the bench. */
  void measured(ResultRow row);
}

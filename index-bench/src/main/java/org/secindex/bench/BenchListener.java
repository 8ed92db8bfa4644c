package org.secindex.bench;

/** Told how a bench goes on, by the thread that runs it. */
public interface BenchListener {
  /** What is done next, in one line. */
  void phase(String what);

  /** A measurement that has been made and stored. */
  void measured(ResultRow row);
}

package org.secindex.xrootd.client;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Work that may block for as long as the system likes, as reading files and asking for names: on a
 * thread of its own, never on one that serves connections.
 */
final class Aside {
  private Aside() {}

  /** The result, told on that thread. */
  static <T> CompletableFuture<T> get(String thread, Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread t =
        new Thread(
            () -> {
              try {
                result.complete(work.get());
              } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
              }
            },
            thread);
    t.setDaemon(true);
    t.start();
    return result;
  }
}

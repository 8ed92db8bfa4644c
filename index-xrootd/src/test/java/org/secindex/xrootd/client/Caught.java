package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The exception that a call must end with. */
final class Caught {
  private Caught() {}

  static XrootdException failure(ThrowingCallable call) {
    XrootdException e = catchThrowableOfType(XrootdException.class, call);
    assertThat(e).as("an XrootdException").isNotNull();
    return e;
  }

  static XrootdException failure(CompletableFuture<?> future) {
    return failure(() -> Await.result(future));
  }
}

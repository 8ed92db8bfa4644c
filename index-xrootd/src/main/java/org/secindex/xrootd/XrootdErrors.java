package org.secindex.xrootd;

import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.TransientIndexException;
import org.secindex.xrootd.client.XrootdException;
import org.secindex.xrootd.client.XrootdUrl;

/** Turns failures of the client into those of an index. */
final class XrootdErrors {
  private XrootdErrors() {}

  /**
   * A failure that has changed nothing that others see, or that is mended by doing the same again.
   */
  static IndexException of(XrootdUrl url, XrootdException e) {
    String message = url + ": " + e.getMessage();
    return switch (e.error()) {
      case FILE_CHANGED ->
          new CorruptIndexException(
              message + "; segments never change: was the index replaced? Open it again", e);
      case PAST_END, CHECKSUM_ERROR -> new CorruptIndexException(message, e);
      case CONNECT_FAILED ->
          new TransientIndexException(
              message + "; see whether the server is running, and try again later", e);
      case CANCELLED, PROTOCOL_VIOLATION -> new TransientIndexException(message, e);
      default ->
          e.isTransient()
              ? new TransientIndexException(message, e)
              : new IndexException(message, e);
    };
  }

  /** A failure of a step that others see, as the one that publishes. */
  static IndexException ofVisibleStep(XrootdUrl url, XrootdException e) {
    return e.isOutcomeUnknown()
        ? new OutcomeUnknownException(
            url + ": " + e.getMessage() + "; open the index again to see, and run the same again",
            e)
        : of(url, e);
  }
}

package org.secindex.xrootd.client;

/**
 * What went wrong: an error code of the protocol, or (codes below zero) a failure that this client
 * found itself.
 */
public enum XrootdError {
  ARG_INVALID(3000),
  ARG_MISSING(3001),
  ARG_TOO_LONG(3002),
  FILE_LOCKED(3003),
  FILE_NOT_OPEN(3004),
  FS_ERROR(3005),
  INVALID_REQUEST(3006),
  IO_ERROR(3007),
  NO_MEMORY(3008),
  NO_SPACE(3009),
  /** No permission; also the answer for a path that is not exported or not absolute. */
  NOT_AUTHORIZED(3010),
  NOT_FOUND(3011),
  SERVER_ERROR(3012),
  UNSUPPORTED(3013),
  NO_SERVER(3014),
  NOT_FILE(3015),
  IS_DIRECTORY(3016),
  CANCELLED(3017),
  EXISTS(3018),
  CHECKSUM_ERROR(3019),
  IN_PROGRESS(3020),
  OVER_QUOTA(3021),
  SIGNATURE_ERROR(3022),
  DECRYPT_ERROR(3023),
  OVERLOADED(3024),
  READ_ONLY(3025),
  BAD_PAYLOAD(3026),
  ATTRIBUTE_NOT_FOUND(3027),
  TLS_REQUIRED(3028),
  NO_REPLICAS(3029),
  AUTH_FAILED(3030),
  IMPOSSIBLE(3031),
  CONFLICT(3032),
  TOO_MANY_ERRORS(3033),
  REQUEST_TIMED_OUT(3034),
  TIMER_EXPIRED(3035),
  /** A code that this client does not know; {@link XrootdException#code()} has the number. */
  OTHER(0),

  /** No connection: unknown host, refused, or no answer within the connect timeout. */
  CONNECT_FAILED(-1),
  /** The connection ended while the request was waiting for its answer. */
  CONNECTION_LOST(-2),
  /** No final answer within the request timeout. */
  TIMED_OUT(-3),
  /** The server sent what the protocol does not allow. */
  PROTOCOL_VIOLATION(-4),
  /** Redirected in a circle, or more often than the limit allows. */
  REDIRECT_LOOP(-5),
  /**
   * The server or the URL demands something that this client cannot do, such as signed requests.
   */
  CLIENT_UNSUPPORTED(-6),
  /** A file was re-opened after a lost connection and is no longer the same. */
  FILE_CHANGED(-7),
  /** A vector read reaches past the end of the file. */
  PAST_END(-8),
  /** The client was closed while the request was waiting. */
  CLIENT_CLOSED(-9),
  /**
   * TLS did not come about: the server has none although it was asked for, or its certificate does
   * not stand up to verification. Nothing was sent without it.
   */
  TLS_FAILED(-10);

  private static final XrootdError[] VALUES = values();
  private final int code;

  XrootdError(int code) {
    this.code = code;
  }

  /**
   * The number of the protocol; below zero for failures found by the client; 0 for {@link #OTHER}.
   */
  public int code() {
    return code;
  }

  /** The word by which a manager is told why another server is wanted. */
  String reasonToGoElsewhere() {
    return switch (this) {
      case NOT_FOUND -> "enoent";
      case IO_ERROR -> "ioerr";
      case FS_ERROR -> "fserr";
      default -> "srverr";
    };
  }

  static XrootdError of(int code) {
    if (code <= 0) {
      return OTHER;
    }
    for (XrootdError error : VALUES) {
      if (error.code == code) {
        return error;
      }
    }
    return OTHER;
  }
}

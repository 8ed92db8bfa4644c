package org.secindex.xrootd.client;

/**
 * Numbers of the XRootD protocol, as the reference's protocol header has them since version 5.0.
 */
final class Wire {
  /** The protocol level that this client speaks: 5.1.1. */
  static final int CLIENT_VERSION = 0x511;

  // Request codes.
  static final int AUTH = 3000;
  static final int QUERY = 3001;
  static final int CLOSE = 3003;
  static final int DIRLIST = 3004;
  static final int PROTOCOL = 3006;
  static final int LOGIN = 3007;
  static final int MKDIR = 3008;
  static final int MV = 3009;
  static final int OPEN = 3010;
  static final int PING = 3011;
  static final int READ = 3013;
  static final int RM = 3014;
  static final int RMDIR = 3015;
  static final int SYNC = 3016;
  static final int STAT = 3017;
  static final int WRITE = 3019;
  static final int END_SESSION = 3023;
  static final int READV = 3025;
  static final int PGWRITE = 3026;
  static final int LOCATE = 3027;
  static final int TRUNCATE = 3028;
  static final int PGREAD = 3030;

  // Status codes of a response.
  static final int OK = 0;
  static final int OKSOFAR = 4000;
  static final int ATTN = 4001;
  static final int AUTHMORE = 4002;
  static final int ERROR = 4003;
  static final int REDIRECT = 4004;
  static final int WAIT = 4005;
  static final int WAITRESP = 4006;
  static final int STATUS = 4007;

  /**
   * The only unsolicited message with a meaning: the deferred answer promised by {@link #WAITRESP}.
   */
  static final int ATTN_ASYNRESP = 5008;

  // Flags in the answer to PROTOCOL.
  static final int IS_MANAGER = 0x0000_0002;
  static final int IS_META_MANAGER = 0x0000_0100;
  static final int PAGES = 0x0020_0000;
  static final int TLS_DATA = 0x0100_0000;
  static final int TLS_LOGIN = 0x0400_0000;
  static final int TLS_SESSION = 0x0800_0000;
  static final int GOTO_TLS = 0x4000_0000;
  static final int HAVE_TLS = 0x8000_0000;

  // Options of OPEN.
  static final int OPEN_DELETE = 0x0002;
  static final int OPEN_NEW = 0x0008;
  static final int OPEN_READ = 0x0010;
  static final int OPEN_UPDATE = 0x0020;
  static final int OPEN_REFRESH = 0x0080;
  static final int OPEN_MKPATH = 0x0100;
  static final int OPEN_RETSTAT = 0x0400;

  /** An option of LOCATE. */
  static final int LOCATE_REFRESH = 0x0080;

  static final int REQUEST_HEADER = 24;
  static final int RESPONSE_HEADER = 8;

  /** Header of one element in the request and in the answer of READV: handle, length, offset. */
  static final int ELEMENT_HEADER = 16;

  static final int QUERY_CHECKSUM = 3;
  static final int QUERY_CONFIG = 7;

  private Wire() {}
}

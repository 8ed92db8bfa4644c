package org.secindex.xrootd.client;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An operation on an XRootD server failed. The message names operation, server, path, the server's
 * own words, and the hosts that the request passed on its way.
 */
public final class XrootdException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Pattern OPAQUE_VALUE = Pattern.compile("([?&][^=&?\\s]{1,64}=)[^&\\s]+");

  private final XrootdError error;
  private final int code;
  private final String text;
  private final String server;
  private final String operation;
  private final String path;
  private final transient List<String> hosts;
  private final boolean outcomeUnknown;

  private XrootdException(
      XrootdError error,
      int code,
      String text,
      String server,
      String operation,
      String path,
      List<String> hosts,
      boolean outcomeUnknown,
      @Nullable Throwable cause) {
    super(message(error, code, text, server, operation, path, hosts, outcomeUnknown), cause);
    this.error = error;
    this.code = code;
    this.text = text;
    this.server = server;
    this.operation = operation;
    this.path = path;
    this.hosts = List.copyOf(hosts);
    this.outcomeUnknown = outcomeUnknown;
  }

  /** A failure found by the client. */
  static XrootdException client(
      XrootdError error,
      String text,
      String server,
      String operation,
      String path,
      boolean outcomeUnknown) {
    return new XrootdException(
        error, error.code(), text, server, operation, path, List.of(), outcomeUnknown, null);
  }

  /**
   * An error that the server reported. Servers may repeat what they were asked for, with what
   * followed the path: of that only the keys are shown, as values may be secrets.
   */
  static XrootdException server(
      int code, String text, String server, String operation, String path) {
    String shown = OPAQUE_VALUE.matcher(text).replaceAll("$1...");
    return new XrootdException(
        XrootdError.of(code), code, shown, server, operation, path, List.of(), false, null);
  }

  /** The same failure as seen by another operation, which came along {@code hosts}. */
  XrootdException during(String operation, String path, List<String> hosts) {
    return new XrootdException(
        error, code, text, server, operation, path, hosts, outcomeUnknown, getCause());
  }

  /** The same failure with something to add. */
  XrootdException with(String more) {
    return new XrootdException(
        error, code, text + more, server, operation, path, hosts, outcomeUnknown, this);
  }

  /** The same failure with the stack of the thread that waited for it. */
  XrootdException here() {
    return new XrootdException(
        error, code, text, server, operation, path, hosts, outcomeUnknown, this);
  }

  private static String message(
      XrootdError error,
      int code,
      String text,
      String server,
      String operation,
      String path,
      List<String> hosts,
      boolean outcomeUnknown) {
    StringBuilder m = new StringBuilder(operation);
    if (!path.isEmpty()) {
      m.append(' ').append(path);
    }
    m.append(" at ").append(server).append(": ").append(text);
    m.append(" [").append(error);
    if (code > 0) {
      m.append(' ').append(code);
    }
    m.append(']');
    if (hosts.size() > 1) {
      m.append(" on the way ").append(String.join(" -> ", hosts));
    }
    if (outcomeUnknown) {
      m.append("; it is unknown whether the server has done it, and it was not repeated");
    }
    return m.toString();
  }

  /** The kind of failure. */
  public XrootdError error() {
    return error;
  }

  /** The number sent by the server, or one below zero if the client found the failure itself. */
  public int code() {
    return code;
  }

  /** {@code host:port} of the server that failed. */
  public String server() {
    return server;
  }

  /** What the server, or this client, says about it. */
  String text() {
    return text;
  }

  /** Name of the operation, such as {@code open}. */
  public String operation() {
    return operation;
  }

  /** The path without its opaque part, or empty. */
  public String path() {
    return path;
  }

  /**
   * The servers that the request passed, in order, as {@code host:port}; empty if there was but
   * one.
   */
  public List<String> hosts() {
    return hosts;
  }

  /** The file or directory does not exist. */
  public boolean isNotFound() {
    return error == XrootdError.NOT_FOUND;
  }

  /** The file exists already; the directory is not empty. */
  public boolean isExists() {
    return error == XrootdError.EXISTS;
  }

  /** Another client has the file open in a way that excludes ours. */
  public boolean isLocked() {
    return error == XrootdError.FILE_LOCKED;
  }

  /** Server or network failed, not the request: the same call may succeed later. */
  public boolean isTransient() {
    return switch (error) {
      case CONNECT_FAILED,
          CONNECTION_LOST,
          TIMED_OUT,
          NO_SERVER,
          IN_PROGRESS,
          OVERLOADED,
          REQUEST_TIMED_OUT,
          TIMER_EXPIRED ->
          true;
      default -> false;
    };
  }

  /**
   * The request changes something, was sent, and its answer never came: it may or may not have been
   * done.
   */
  public boolean isOutcomeUnknown() {
    return outcomeUnknown;
  }
}

package org.secindex.mysql;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.TransientIndexException;

/**
 * What errors of server and driver mean to a user of an index. The numbers are those of MySQL's and
 * MariaDB's error references.
 */
final class MySqlErrors {
  static final int DATABASE_ACCESS_DENIED = 1044;
  static final int ACCESS_DENIED = 1045;
  static final int UNKNOWN_DATABASE = 1049;
  static final int TABLE_EXISTS = 1050;
  static final int UNKNOWN_COLUMN = 1054;
  static final int NO_SUCH_TABLE = 1146;
  static final int OPTION_PREVENTS = 1290;
  static final int LOCK_WAIT_TIMEOUT = 1205;
  static final int DEADLOCK = 1213;

  /** MariaDB with innodb_snapshot_isolation: another session was first to change the row. */
  static final int RECORD_HAS_CHANGED = 1020;

  private static final String READ_ONLY = "; the server or the session is read-only";
  private static final String NEEDS_INNODB =
      "; an index needs InnoDB: see whether the server has it, and allows it";

  private final MySqlAddress address;

  MySqlErrors(MySqlAddress address) {
    this.address = address;
  }

  /** A statement that was given to a server that is or was there, and changed nothing. */
  IndexException reading(String operation, SQLException error) {
    return map(operation, error, false);
  }

  /** A statement that may have changed something, if the answer to it was lost. */
  IndexException writing(String operation, SQLException error) {
    return map(operation, error, true);
  }

  private IndexException map(String operation, SQLException error, boolean mayHaveWritten) {
    SQLException e = telling(error);
    String text = address + ": cannot " + operation + ": " + firstLine(e);
    if (isUntrusted(e)) {
      return new IndexException(
          address
              + ": the server at "
              + address.server()
              + " cannot prove who it is ("
              + rootMessage(e)
              + ")\nAdd its certificate authority to Java's trust store"
              + " (-Djavax.net.ssl.trustStore=FILE); or, if nobody can pose as the server, use"
              + " option tls=required or tls=preferred",
          e);
    }
    if (isConnectionLost(e)) {
      return lost(operation, e, mayHaveWritten);
    }
    return switch (e.getErrorCode()) {
      case ACCESS_DENIED ->
          new IndexException(
              address
                  + ": the server refused user '"
                  + address.user()
                  + "' at "
                  + address.server()
                  + ": wrong name, password, or host it may come from. Give the password by option"
                  + " password-file=FILE or option-file=FILE, or environment variable "
                  + MySqlOptions.PASSWORD_VARIABLE,
              e);
      case DATABASE_ACCESS_DENIED, 1142, 1143, 1227, 1370 ->
          new IndexException(
              text
                  + "\nLet an administrator grant user '"
                  + address.user()
                  + "' the right to do this in database '"
                  + address.database()
                  + "'",
              e);
      case UNKNOWN_DATABASE ->
          new IndexException(
              text + "; database '" + address.database() + "' is not at this server", e);
      case NO_SUCH_TABLE, 1932 ->
          new CorruptIndexException(text + "; a part of the index is missing", e);
      case UNKNOWN_COLUMN ->
          new CorruptIndexException(text + "; the table is not one that secindex made", e);
      case 1034, 1035, 1194, 1195, 1712, 1817, 1877 -> new CorruptIndexException(text, e);
      case LOCK_WAIT_TIMEOUT, DEADLOCK, RECORD_HAS_CHANGED ->
          new TransientIndexException(
              text + "; another session holds rows or the table (an open scan?): try again", e);
      // Among them: a table was rebuilt while a scan of it began, or a look-up was prepared.
      case 1040, 1203, 1226, 1129, 1317, 1412, 1615, 1969, 3024 ->
          new TransientIndexException(text + "; try again later", e);
      case OPTION_PREVENTS -> new IndexException(text + whatPrevents(text), e);
      case 1792, 1836 -> new IndexException(text + READ_ONLY, e);
      case 1148, 3948, 4166 ->
          new IndexException(
              text + "; see whether somebody has set local_infile=0 at the server meanwhile", e);
      case 1286, 1289 -> new IndexException(text + NEEDS_INNODB, e);
      case 1193 ->
          new IndexException(
              text
                  + "\nThe driver asks for what the server's version should have: MariaDB 11.0 lacks"
                  + " it, and so may a server behind a proxy that tells another version",
              e);
      case 1021, 1030, 1114 ->
          new IndexException(text + "; see whether the server's disk is full", e);
      default -> new IndexException(text + keyRetrievalHint(e), e);
    };
  }

  /** Several settings share one number. */
  private static String whatPrevents(String text) {
    if (text.contains("NO_ENGINE_SUBSTITUTION")) {
      return NEEDS_INNODB;
    }
    return text.contains("--secure-file-priv")
        ? "; it reads files of one directory only (secure_file_priv there): see option"
            + " infile-directory, or use load=local"
        : READ_ONLY;
  }

  private IndexException lost(String operation, SQLException e, boolean mayHaveWritten) {
    String what =
        address
            + ": cannot "
            + operation
            + ": the server at "
            + address.server()
            + (isPoolBusy(e)
                ? " was not asked, since all connections were busy; see option connections"
                : isTimeout(e) ? " did not answer in time" : " is down or cut the connection");
    String reason = rootMessage(e);
    return mayHaveWritten
        ? new OutcomeUnknownException(
            what
                + " ("
                + reason
                + "); what was sent last may or may not have been written: do the same again",
            e)
        : new TransientIndexException(what + " (" + reason + "); try again later", e);
  }

  /** The pool and the driver wrap what the server said; the number is what tells. */
  private static SQLException telling(SQLException error) {
    SQLException telling = error;
    for (Throwable t = error; t != null; t = t.getCause()) {
      if (t instanceof SQLException e && e.getErrorCode() != 0) {
        return e;
      }
      if (t instanceof SQLException e && isConnectionLost(e)) {
        telling = e;
      }
    }
    return telling;
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return firstLine(root);
  }

  /** The driver likes to write stack traces into its messages. */
  private static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
  }

  /**
   * Whether the connection is gone, or could not be made; SQLSTATE class 08, and the server's own.
   */
  static boolean isConnectionLost(SQLException e) {
    @Nullable String state = e.getSQLState();
    return switch (e.getErrorCode()) {
      // Server shutdown in progress; got an error or timeout reading packets; connection was
      // killed.
      case 1053, 1158, 1159, 1160, 1161, 1927, 4031 -> true;
      case 0 ->
          (state != null && state.startsWith("08") && keyRetrievalHint(e).isEmpty())
              || e instanceof SQLTransientConnectionException
              || has(e, IOException.class);
      default -> false;
    };
  }

  /** Whether a table that was asked is not there. */
  static boolean isNoSuchTable(SQLException e) {
    return e.getErrorCode() == NO_SUCH_TABLE;
  }

  /** Whether the pool had no connection to give, though the server did not refuse any. */
  static boolean isPoolBusy(SQLException e) {
    return e instanceof SQLTransientConnectionException && e.getCause() == null;
  }

  /** Whether the server kept silent for the whole of the configured time. */
  static boolean isTimeout(SQLException e) {
    return has(e, SocketTimeoutException.class);
  }

  /** Whether the server has no certificate, or one that this JVM does not trust for its host. */
  static boolean isUntrusted(SQLException e) {
    // A server that goes away in the midst of a handshake has proved nothing, but may come back.
    boolean cutOff = has(e, EOFException.class) || has(e, SocketException.class) || isTimeout(e);
    return (has(e, SSLHandshakeException.class) && !cutOff)
        || has(e, CertificateException.class)
        || String.valueOf(e.getMessage()).contains("SSL Connection required");
  }

  private static boolean has(SQLException e, Class<? extends Exception> cause) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (cause.isInstance(t)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the whole transaction should simply be done again. */
  static boolean isRepeatable(SQLException e) {
    return switch (e.getErrorCode()) {
      case DEADLOCK, LOCK_WAIT_TIMEOUT, RECORD_HAS_CHANGED -> true;
      default -> false;
    };
  }

  private static String keyRetrievalHint(SQLException e) {
    return String.valueOf(e.getMessage()).contains("Public Key Retrieval")
        ? "\nThe user, the host or the password may be wrong, or the connection is not encrypted:"
            + " use option tls=required, or (if nobody can pose as the server)"
            + " public-key-retrieval=true"
        : "";
  }
}

package org.secindex.mysql;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.jdbc.Driver;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes connections to the server of an index, each set up for what it is for. */
final class Connections {
  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
  private static final Duration SLOW_PEER = Duration.ofHours(1);

  /**
   * Prepared statements that a connection for look-ups keeps: as many as tables of a split index
   * whose look-ups cost one round trip, not three. The server allows some 16 000, of all clients
   * together.
   */
  private static final int STATEMENTS_KEPT = 256;

  /** Three names of columns, a database and a table, of 64 bytes each, and words. */
  private static final int LONGEST_STATEMENT_KEPT = 512;

  /**
   * Not by a variable, which has different names on different servers. A server that reads what is
   * not committed yet would show an update between its removal of a row and its return.
   */
  private static final String SNAPSHOTS = "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ";

  private final MySqlAddress address;
  private final MySqlOptions options;

  Connections(MySqlAddress address, MySqlOptions options) {
    this.address = address;
    this.options = options;
  }

  MySqlAddress address() {
    return address;
  }

  MySqlOptions options() {
    return options;
  }

  /** For short statements. The caller closes it. */
  Connection toRead() throws SQLException {
    return connect(forReading());
  }

  /** For one long streamed result, whose reader may pause for an hour. The caller closes it. */
  Connection toScan() throws SQLException {
    return connect(forScanning());
  }

  /** For writing, as long as an index is open for it. The caller closes it. */
  Connection toWrite() throws SQLException {
    return connect(forWriting());
  }

  /** Connections for look-ups, made when needed. */
  HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setPoolName("secindex " + address);
    config.setDriverClassName(Driver.class.getName());
    config.setJdbcUrl(url());
    config.setDataSourceProperties(forReading());
    config.setConnectionInitSql(SNAPSHOTS);
    config.setMaximumPoolSize(options.connections());
    config.setMinimumIdle(1);
    config.setConnectionTimeout(options.connectTimeout().toMillis());
    config.setValidationTimeout(options.connectTimeout().toMillis());
    // Whoever opens an index has spoken to the server already, and got the better message.
    config.setInitializationFailTimeout(-1);
    return new HikariDataSource(config);
  }

  /** Closes a connection that is not needed any more, be it alive or not. */
  static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("the connection was gone already", e);
    }
  }

  private Connection connect(Properties properties) throws SQLException {
    Connection connection = new Driver().connect(url(), properties);
    if (connection == null) {
      throw new SQLException("the driver does not know " + url());
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute(SNAPSHOTS);
      return connection;
    } catch (SQLException | RuntimeException e) {
      close(connection);
      throw e;
    }
  }

  /** Without a database: all statements name it, and it need not be there yet. */
  private String url() {
    return "jdbc:mysql://" + address.host() + ":" + address.port() + "/";
  }

  private Properties forReading() {
    Properties p = common(options.readTimeout(), "");
    set(p, PropertyKey.useServerPrepStmts, "true");
    set(p, PropertyKey.cachePrepStmts, "true");
    set(p, PropertyKey.prepStmtCacheSize, Integer.toString(STATEMENTS_KEPT));
    set(p, PropertyKey.prepStmtCacheSqlLimit, Integer.toString(LONGEST_STATEMENT_KEPT));
    return p;
  }

  private Properties forScanning() {
    String patience =
        ",net_write_timeout="
            + SLOW_PEER.toSeconds()
            + ",net_read_timeout="
            + SLOW_PEER.toSeconds();
    Properties p = common(options.readTimeout(), patience);
    // Else the driver would set net_write_timeout itself, with a round trip, and lower.
    set(p, PropertyKey.netTimeoutForStreamingResults, "0");
    return p;
  }

  private Properties forWriting() {
    String patience =
        ",net_write_timeout="
            + SLOW_PEER.toSeconds()
            // The source of a load may think for long between two entries.
            + ",net_read_timeout="
            + SLOW_PEER.toSeconds()
            // The longest that is allowed everywhere: this connection holds the writer's lock.
            + ",wait_timeout=2147483"
            // The defaults are a day for a table, and 50 s for a row.
            + ",lock_wait_timeout=10,innodb_lock_wait_timeout=10";
    Properties p = common(options.writeTimeout(), patience);
    // LOAD DATA LOCAL: the server answers it with the name of a file that it wants, any file, and a
    // server that is not what it should be may answer any statement so. With these two, the driver
    // sends what LocalInfile hands it, for a statement of LocalInfile's; whatever else is asked for
    // must lie in a directory that does not exist, and is refused.
    set(p, PropertyKey.allowLoadLocalInfile, "true");
    set(p, PropertyKey.allowLoadLocalInfileInPath, "/dev/null/no-file-of-this-machine");
    return p;
  }

  private Properties common(Duration silence, String sessionVariables) {
    Properties p = new Properties();
    set(p, PropertyKey.USER, address.user());
    set(p, PropertyKey.PASSWORD, options.password());
    set(p, PropertyKey.connectTimeout, Long.toString(options.connectTimeout().toMillis()));
    set(p, PropertyKey.socketTimeout, Long.toString(silence.toMillis()));
    set(p, PropertyKey.sslMode, options.tls().sslMode(address.host()));
    set(p, PropertyKey.allowPublicKeyRetrieval, Boolean.toString(options.publicKeyRetrieval()));
    set(p, PropertyKey.allowLoadLocalInfile, "false");
    set(p, PropertyKey.allowUrlInLocalInfile, "false");
    // No time is ever sent, and so no name of a zone that the server made up can get in the way.
    set(p, PropertyKey.connectionTimeZone, "UTC");
    // The isolation level is not asked for: the variable has different names on different servers.
    set(p, PropertyKey.useLocalSessionState, "true");
    // A number is a number, in the tables of others, too.
    set(p, PropertyKey.tinyInt1isBit, "false");
    set(p, PropertyKey.logger, "com.mysql.cj.log.Slf4JLogger");
    // Errors rather than adjusted values, and no silent change of engine. The driver believes that
    // a session begins with autocommit. The last two could cut off answers, and hide warnings.
    set(
        p,
        PropertyKey.sessionVariables,
        "sql_mode='STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION',autocommit=1"
            + ",sql_select_limit=18446744073709551615,max_error_count=64"
            + sessionVariables);
    return p;
  }

  private static void set(Properties properties, PropertyKey key, String value) {
    properties.setProperty(key.getKeyName(), value);
  }
}
